import { isPath } from "./_deno_variables.ts";
import { addressParts, isHarmless, isRandom, isSecretName, shownAddress } from "./shown.ts";

/** A variable, a header or a flag, and its value. */
export type Named = readonly [name: string, value: string];

/** A value's part that is called like a secret: `password=…`, `"token": "…"`. */
const MEMBER = /([\w-]+)["']?\s*[=:]\s*["']?([^\s"';,&]+)/g;

/** An address inside a text. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;

/**
 * What must not be shown of a value.
 *
 * @returns The value, unless it is harmless, and what in it may be shown without the rest of it.
 */
export function secretsOf([name, value]: Named): string[] {
  const isNamed = isSecretName(name);
  if (!isNamed && isPlain(value)) return [];
  const words = value.split(/\s+/).filter((word) => word !== value && !isHarmless(word));
  return [
    value,
    // A server may show one line of a key, or the second word of `Bearer …`.
    ...words.filter((word) => isNamed || isRandom(word)),
    ...Array.from(value.matchAll(MEMBER))
      .flatMap(([, name, part]) => isSecretName(name!) ? [part!] : []),
    ...(value.match(ADDRESS) ?? []).flatMap(addressSecrets),
  ];
}

/** What must not be shown of an address: who may use it, and what its path and query hold. */
export function addressSecrets(url: string): string[] {
  const { user, segments, rest } = addressParts(url);
  const [name = "", ...password] = user.slice(0, -1).split(":");
  const values = rest.split(/[?&#]/).map((part) => part.slice(part.indexOf("=") + 1));
  const hidden = [...segments, ...values].filter((part) => !isHarmless(part));
  return [
    ...user ? [user] : [],
    // Who has no password may have a token for a name.
    ...password.length === 0 || isRandom(name) ? [name] : [],
    password.join(":"),
    ...hidden,
  ].filter((part) => part && !/^\$\{\w+\}$/.test(part));
}

/** What must not be shown of a program's arguments: values of flags with such names, and addresses. */
export function argumentSecrets(args: readonly string[]): Named[] {
  return args.flatMap((arg, index) => {
    const [, flag, value = args[index + 1]] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const named: Named[] = flag && value && isSecretName(flag) ? [[flag, value]] : [];
    const parts = (arg.match(ADDRESS) ?? []).flatMap(addressSecrets);
    return [...named, ...parts.map((part) => ["argument", part] as const)];
  });
}

/** Whether a value can be shown: common words, files that are there, an address without a secret. */
function isPlain(value: string): boolean {
  if (value.split(",").every(isHarmless)) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return shownAddress(value) === value;
  return /[\\/]/.test(value) && isPath(value);
}
