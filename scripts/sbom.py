"""The bill of materials of a built library as CycloneDX 1.6: gobc, the Go modules compiled in, and Go's standard library.

Modules, versions and checksums are those that Go wrote into the library, licenses those of THIRD_PARTY.md. A wheel has it
as .dist-info/sboms/gobc.cdx.json (PEP 770).
Usage: sbom.py GO LIBRARY     prints it; GO is the go command
"""

import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = "gobc.cdx.json"


def licenses():
    """{module: license}, of the table in THIRD_PARTY.md."""
    rows = re.findall(r"^\| (\S.*?) \| (\S.*?) \| (\S.*?) \|$", (ROOT / "THIRD_PARTY.md").read_text(), re.MULTILINE)
    return {module: license for module, _, license in rows}


def modules(go, library):
    """Go's version and [(module, version, checksum)], as they stand in the library."""
    output = subprocess.run([go, "version", "-m", str(library)], check=True, capture_output=True, text=True).stdout
    first, *lines = output.splitlines()
    found = [line.split("\t")[2:5] for line in lines if line.startswith("\tdep\t")]
    if not found:
        raise SystemExit(f"sbom: {library} does not say which modules it is made of")
    return first.rpartition(": go")[2], found


def license_of(known, name):
    if name not in known:
        raise SystemExit(f"sbom: THIRD_PARTY.md has no license of {name}; run `make licenses`")
    return [{"expression": known[name].replace(" and ", " AND ")}]


def component(known, name, version, checksum):
    """A Go module. Its checksum h1 is the base64 of a SHA-256."""
    purl = f"pkg:golang/{name}@{urllib.parse.quote(version, safe='')}"
    digest = base64.b64decode(checksum.removeprefix("h1:")).hex()
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "hashes": [{"alg": "SHA-256", "content": digest}], "licenses": license_of(known, name)}


def bill(go, library):
    version = re.search('^__version__ = "(.*)"$', (ROOT / "python/gobc/_version.py").read_text(), re.MULTILINE)[1]
    known, (go_version, found) = licenses(), modules(go, library)
    purl = f"pkg:golang/stdlib@{go_version}"
    standard = {"type": "library", "bom-ref": purl, "name": "stdlib", "version": go_version, "purl": purl,
                "licenses": license_of(known, "Go runtime and standard library")}
    parts = [standard, *(component(known, *row) for row in found)]
    # No time and no random serial number: the same library has the same bill.
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"component": {
            "type": "library", "bom-ref": f"pkg:pypi/gobc@{version}", "name": "gobc", "version": version,
            "purl": f"pkg:pypi/gobc@{version}", "licenses": [{"expression": "Apache-2.0"}],
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(pathlib.Path(library).read_bytes()).hexdigest()}]}},
        "components": parts,
        "dependencies": [{"ref": f"pkg:pypi/gobc@{version}", "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def text(go, library):
    return json.dumps(bill(go, library), indent=1) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.stdout.write(text(*sys.argv[1:]))
