import { parseJson, JsonNumber, isIntegral, fitsDouble } from '../cli/_start.js';

function lostNumber(text) {
  return lostIn(parseJson(text));
}
function lostIn(value) {
  if (value instanceof JsonNumber) {
    const kept = isIntegral(value.text) ? fitsDouble(value.text) : isFinite(Number(value.text));
    return kept ? void 0 : value.text;
  }
  if (typeof value !== "object" || value === null) return void 0;
  for (const item of value.values()) {
    const lost = lostIn(item);
    if (lost !== void 0) return lost;
  }
}

export { lostNumber };
