const FORMATS = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  "date-time": isDateTime
};
function isEmail(text) {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at), domain = text.slice(at + 1);
  return at > 0 && local.length <= 64 && domain.length <= 253 && /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) && domain.split(".").every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label));
}
function isUri(text) {
  return URL.canParse(text) && /^[a-z][a-z0-9+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i.test(text);
}
function isDate(text) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
function isDateTime(text) {
  const match = /^(.{10})t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (!match || !isDate(match[1])) return false;
  const [hour, minute, second] = match.slice(2, 5).map(Number);
  const [offsetHour, offsetMinute] = match.slice(6).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[5] === "-" ? -1 : 1);
  return second === 60 && (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}

export { FORMATS };
