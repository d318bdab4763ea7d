"""Archives with the same bytes each time: members by name, one time for all, no owners."""

import gzip
import hashlib
import io
import pathlib
import tarfile
import time
import zipfile


def files_below(folder):
    """Returns the files and links of a folder, by name."""
    return sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())


def write_tar(folder, path, seconds):
    """Writes `folder`, under its name, as a gzipped tar file. `seconds` since 1970 are the time of every member."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for source in files_below(folder):
            member = archive.gettarinfo(source, f"{folder.name}/{source.relative_to(folder).as_posix()}")
            member.uid = member.gid = 0
            member.uname = member.gname = "root"
            member.mtime = seconds
            member.mode = 0o777 if member.issym() else 0o755 if member.mode & 0o100 else 0o644
            with open(source, "rb") as content:
                archive.addfile(member, content if member.isreg() else None)
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=seconds))


def write_zip(folder, path, seconds):
    """Writes `folder`, under its name, as a zip file. `seconds` since 1970 are the time of every member."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for source in files_below(folder):
            name = f"{folder.name}/{source.relative_to(folder).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name, time.gmtime(seconds)[:6]), source.read_bytes(), zipfile.ZIP_DEFLATED)


def write_sums(folder):
    """Writes SHA256SUMS over the files of a folder, as `sha256sum --check` reads it; returns the file."""
    sums = folder / "SHA256SUMS"
    packages = [path for path in sorted(folder.iterdir()) if path.is_file() and path != sums]
    sums.write_text("".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packages))
    return sums


def install(source, target, executable=False):
    """Copies a file to `target`, whose folders are made."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(pathlib.Path(source).read_bytes())
    target.chmod(0o755 if executable else 0o644)
