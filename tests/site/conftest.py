import pytest

from chromium import started


@pytest.fixture(scope="module")
def browser():
    driver = started()
    yield driver
    driver.quit()
