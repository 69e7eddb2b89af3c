"""The two archives of a release: what may be published, and what must be kept."""

import hashlib
import io
import zipfile
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from semblant.release.files import PRIVATE_FILES, PUBLISHED_FILES, SUMS, checksums, private_folder
from semblant.workbench.project import POLICY, Project

PUBLISH_ZIP, PRIVATE_ZIP = "publish.zip", "private.zip"
_TIME = (1980, 1, 1, 0, 0, 0)  # archives tell nothing of when their files were made


@dataclass(frozen=True)
class Archive:
    """An archive with its files and checksum."""

    name: str
    files: tuple[tuple[str, int], ...]
    sha256: str
    content: bytes


def bundle(project: Project) -> tuple[Archive, Archive]:
    """Pack a project's release: the public folder, and the private one with the policy and the files it names."""
    public = _known(project.release, PUBLISHED_FILES)
    private = _known(private_folder(project.release), PRIVATE_FILES)
    number = project.released_version()
    text = project.text if number is None else project.text_of(number)
    policy = project.policy if number is None else project.policy_of(number)
    beside = {Path(name).name: project.folder / name for name in policy.files() if (project.folder / name).is_file()}
    return (
        _packed(PUBLISH_ZIP, {name: path.read_bytes() for name, path in public.items()}),
        _packed(
            PRIVATE_ZIP,
            {name: path.read_bytes() for name, path in {**private, **beside}.items()} | {POLICY: text.encode("utf-8")},
        ),
    )


def _known(folder: Path, names: Collection[str]) -> dict[str, Path]:
    """The files of a release that lie in a folder; what else somebody put there is not packed."""
    return {path.name: path for path in sorted(folder.iterdir()) if path.name in names and path.is_file()}


def _packed(name: str, files: dict[str, bytes]) -> Archive:
    """Pack files and their checksums; the same files make the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in [*sorted(files.items()), (SUMS, checksums(files))]:
            entry = zipfile.ZipInfo(file, _TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            archive.writestr(entry, content)
    content = out.getvalue()
    listed = tuple((file, len(inside)) for file, inside in sorted(files.items()))
    return Archive(name, listed, hashlib.sha256(content).hexdigest(), content)
