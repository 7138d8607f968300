"""The file name of the library, by system. setup.py reads it too."""

import sys


def file_name(platform: str = sys.platform) -> str:
    return {"win32": "libgobc.dll", "darwin": "libgobc.dylib"}.get(platform, "libgobc.so")


FILE_NAME = file_name()
