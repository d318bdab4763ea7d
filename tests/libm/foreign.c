/* A C library whose elementary functions differ from the system's by one unit in the last place, to be preloaded. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *system_function(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) abort();
    return found;
}

#define UNARY(type, name, next)                                               \
    type name(type x) {                                                       \
        static type (*system)(type);                                          \
        if (system == NULL) system = system_function(#name);                  \
        return next(system(x), (type)INFINITY);                               \
    }
#define BINARY(type, name, next)                                              \
    type name(type x, type y) {                                               \
        static type (*system)(type, type);                                    \
        if (system == NULL) system = system_function(#name);                  \
        return next(system(x, y), (type)INFINITY);                            \
    }
#define BOTH(name) UNARY(float, name##f, nextafterf) UNARY(double, name, nextafter)

BOTH(exp) BOTH(exp2) BOTH(expm1) BOTH(log) BOTH(log2) BOTH(log10) BOTH(log1p) BOTH(cbrt)
BOTH(sin) BOTH(cos) BOTH(tan) BOTH(asin) BOTH(acos) BOTH(atan) BOTH(sinh) BOTH(cosh) BOTH(tanh)
BINARY(float, powf, nextafterf) BINARY(double, pow, nextafter)
BINARY(float, atan2f, nextafterf) BINARY(double, atan2, nextafter)
BINARY(float, hypotf, nextafterf) BINARY(double, hypot, nextafter)

__attribute__((constructor)) static void announce(void) {
    volatile float x = 1.5f;
    float (*system)(float) = (float (*)(float))system_function("expf");
    if (expf(x) != system(x)) fputs("foreign libm\n", stderr);
}
