/* Runs in a browser: looks at the page in each frame, and leaves what it saw in the document, as JSON. */
function luminance(colour) {
  const channels = colour.match(/[\d.]+/g).slice(0, 3).map((text) => Number(text) / 255);
  const [red, green, blue] = channels.map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function backgroundOf(element) {
  const colour = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
  return /^rgba\(.*, 0\)$/.test(colour) ? backgroundOf(element.parentElement) : colour;
}

/** As WCAG defines it: 1 for no contrast, 21 for black on white. */
function contrastOf(element) {
  const [darker, lighter] = [getComputedStyle(element).color, backgroundOf(element)].map(luminance).sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

function hasText(element) {
  return !element.closest('svg') && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
}

function lookAt(frame) {
  const page = frame.contentDocument;
  page.querySelectorAll('details').forEach((details) => (details.open = true));
  const { scrollWidth, clientWidth } = page.documentElement;
  return {
    width: frame.clientWidth,
    overflow: scrollWidth - clientWidth,
    faint: [...page.body.querySelectorAll('*')].filter(hasText).filter((element) => contrastOf(element) < 4.5)
      .map((element) => `${contrastOf(element).toFixed(2)} ${element.textContent.trim().slice(0, 40)}`),
    background: backgroundOf(page.body),
  };
}

onload = () => (document.body.textContent = JSON.stringify([...document.querySelectorAll('iframe')].map(lookAt)));
