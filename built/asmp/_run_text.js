function split({ data, ...head }) {
  return { head: JSON.stringify(head), data };
}
function joined(head, data) {
  return { ...JSON.parse(head), data };
}

export { joined, split };
