"""Chromium without a window, of sizes and colors that are asked for."""

import shutil

from selenium import webdriver

PHONE, SCREEN = (390, 844), (1280, 900)

# Of every text that is seen: its contrast with the nearest background that is not transparent, as WCAG 2 counts it.
CONTRAST = """
const luminance = ([r, g, b]) => [r, g, b].map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
  .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
const parts = color => color.match(/[\\d.]+/g).map(Number);
const found = [];
for (const element of document.querySelectorAll("main :is(p, li, td, th, h1, h2, h3, a, code, dt, dd)")) {
  const text = [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim());
  if (!text || !element.getClientRects().length || getComputedStyle(element).visibility != "visible") continue;
  let behind = element, color = null;
  while (behind && !(color = parts(getComputedStyle(behind).backgroundColor), color.length == 3 || color[3] > 0.5))
    behind = behind.parentElement;
  const [a, b] = [parts(getComputedStyle(element).color), behind ? color : [255, 255, 255]].map(luminance);
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) found.push([element.tagName, element.textContent.slice(0, 40), ratio.toFixed(2)]);
}
return found;
"""


def started():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_page_load_timeout(60)
    return driver


def resized(browser, size, scheme="light"):
    """Of the page itself: a window of Chromium cannot be as narrow as a phone."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": size == PHONE})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
