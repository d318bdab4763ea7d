// As much of Windows as engines with CheckerBoard's interface ask for.
#pragma once

#include <cstdlib>
#include <ctime>
#include <unistd.h>

#define WINAPI
#define __stdcall
#define __int64 long long
#define __int32 int
#define TRUE 1
#define FALSE 0
#define CLK_TCK CLOCKS_PER_SEC
#define MB_OK 0

enum { DLL_PROCESS_DETACH, DLL_PROCESS_ATTACH, DLL_THREAD_ATTACH, DLL_THREAD_DETACH };

typedef int BOOL;
typedef int INT;
typedef void *HANDLE;
typedef void *LPVOID;
typedef unsigned long DWORD;

// Engines lock against a user who stops them; nobody does here.
typedef int CRITICAL_SECTION;
inline void InitializeCriticalSection(CRITICAL_SECTION *) {}
inline void EnterCriticalSection(CRITICAL_SECTION *) {}
inline void LeaveCriticalSection(CRITICAL_SECTION *) {}

inline void Sleep(int milliseconds) { usleep(1000 * milliseconds); }

template <class... Anything> int MessageBox(Anything...) { return 0; }
template <class One, class Other> One min(One one, Other other) { return one < (One)other ? one : (One)other; }
template <class One, class Other> One max(One one, Other other) { return one > (One)other ? one : (One)other; }
