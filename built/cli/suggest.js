function suggestion({ given, known }) {
  const names = known();
  const near = nearest(given, [...names.keys()]).map((name) => names.get(name));
  return near.length > 0 ? `, did you mean ${near.join(" or ")}?` : "";
}
function nearest(word, names) {
  const most = Math.max(1, Math.floor(word.length / 3));
  const near = names.map((name) => ({ name, distance: distance(plain(word), plain(name), most) })).filter(({ distance: distance2 }) => distance2 <= most).sort((a, b) => a.distance - b.distance);
  return near.filter(({ distance: distance2 }) => distance2 === near[0].distance).slice(0, 2).map(({ name }) => name);
}
function plain(word) {
  return word.toLowerCase().replaceAll("-", "_");
}
const LONGEST = 200;
function distance(a, b, most) {
  if (a.length >= 3 && b.startsWith(a)) return Math.min(1, b.length - a.length);
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST) return most + 1;
  let before = [], row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2] + 1);
      }
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}

export { nearest, suggestion };
