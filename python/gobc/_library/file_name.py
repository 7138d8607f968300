"""The file name of the library, by system. setup.py reads it too."""

import sys


def file_name(platform: str = sys.platform) -> str:
    return "libgobc.dll" if platform == "win32" else "libgobc.so"


FILE_NAME = file_name()
