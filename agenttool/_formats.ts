import type { Formats } from "./_rules.ts";

/** The formats that questions and answers assert. */
export const FORMATS: Formats = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  "date-time": isDateTime,
};

/** An address as people write it: RFC 5321 without quotes, comments and address literals. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at), domain = text.slice(at + 1);
  return at > 0 && local.length <= 64 && domain.length <= 253 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) &&
    domain.split(".").every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label));
}

/** An absolute URI as in RFC 3986. */
function isUri(text: string): boolean {
  return URL.canParse(text) &&
    /^[a-z][a-z0-9+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i.test(text);
}

/** A day of the calendar, as in RFC 3339. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  // The 31st of June is read as the 1st of July.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A moment as in RFC 3339; a leap second is the last of a day in UTC. */
function isDateTime(text: string): boolean {
  const match = /^(.{10})t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (!match || !isDate(match[1]!)) return false;
  const [hour, minute, second] = match.slice(2, 5).map(Number) as [number, number, number];
  const [offsetHour, offsetMinute] = match.slice(6).map((part) => Number(part ?? 0)) as [
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[5] === "-" ? -1 : 1);
  return second === 60 && (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}
