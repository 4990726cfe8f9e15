import { replaceHidden } from "../agenttool/visible.ts";
import type { Io } from "./_io.ts";
import { withoutTail } from "./_output.ts";

/** Saves the files of one call below `--out`, or below one temporary directory. */
export class FileSaver {
  readonly #io: Io;
  readonly #out: string;
  readonly #program: string;
  #dir?: Promise<string>;
  #count = 0;
  /** The next copy of each name, so that a thousand files of one name take no million tries. */
  readonly #copies = new Map<string, number>();

  constructor(io: Io, out: string, program: string) {
    this.#io = io;
    this.#out = out;
    this.#program = program;
  }

  /**
   * Saves one file, never over another one.
   *
   * @param file The name or address that the tool gave (empty where it gave none), and its bytes.
   * @returns Its path, which is relative where `--out` is.
   * @throws {Error} Where it cannot be saved.
   */
  async save(
    { name, mimeType, bytes }: { name: string; mimeType: string; bytes: Uint8Array },
  ): Promise<string> {
    this.#count++;
    const dir = await (this.#dir ??= this.#makeDir());
    const fileName = safeName(name) || `output-${this.#count}${extensionOf(mimeType)}`;
    const { stem, extension } = splitName(fileName);
    for (let copy = this.#copies.get(fileName) ?? 1; copy <= MAX_COPIES; copy++) {
      const path = join(dir, copy === 1 ? fileName : `${stem}-${copy}${extension}`);
      this.#copies.set(fileName, copy + 1);
      if (await this.#io.createFile(path, bytes)) return path;
    }
    throw new Error(`${JSON.stringify(fileName)}: ${MAX_COPIES} files of that name are there`);
  }

  async #makeDir(): Promise<string> {
    if (!this.#out) {
      // Its path is printed, and copied into other command lines.
      const name = safeName(this.#program).replace(/[^\p{L}\p{N}._-]+/gu, "-");
      return await this.#io.makeTempDir(`${name || "output"}-`);
    }
    await this.#io.makeDir(this.#out);
    return this.#out;
  }
}

const MAX_COPIES = 10_000;

/** Bytes a file's name may have on common file systems, with room for a copy's number. */
const MAX_NAME_BYTES = 240;

/** Characters and names that some file system takes for something else. */
const RESERVED_CHARACTERS = /[\p{Cs}\n\t\r<>:"|?*]/gu;
const RESERVED_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$)(?= *(?:\.|$))/i;

/** The last element of a name, path or address, fit to be a file's name; empty if none is left. */
function safeName(name: string): string {
  const last = pathOf(name).split(/[/\\]/).at(-1)!;
  const shown = replaceHidden(last, () => "_").replace(RESERVED_CHARACTERS, "_");
  const clean = withoutTail(shown, ". ");
  // A cut may leave another dot or space at the end.
  return withoutTail(shorten(clean.replace(RESERVED_NAME, "_$&")), ". ");
}

/** The path in an address, its escapes undone, or the name as it is. */
function pathOf(name: string): string {
  const address = /^[a-z][a-z\d+.-]+:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(name);
  if (!address) return name;
  try {
    return decodeURIComponent(address[1]!);
  } catch {
    return address[1]!;
  }
}

function shorten(name: string): string {
  const { stem, extension } = splitName(name);
  const encoder = new TextEncoder();
  const tail = encoder.encode(extension).length < MAX_NAME_BYTES / 2 ? extension : "";
  let head = tail ? stem : name;
  while (encoder.encode(head + tail).length > MAX_NAME_BYTES) {
    head = [...head].slice(0, Math.floor([...head].length * 0.9)).join("");
  }
  return head + tail;
}

/** A leading dot begins no extension, and `.tar.gz` is one. */
function splitName(name: string): { stem: string; extension: string } {
  const extension = /(?<=[^.])(?:\.tar)?\.[^.]*$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}

const EXTENSIONS = new Map([
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
  ["image/gif", ".gif"],
  ["image/webp", ".webp"],
  ["image/svg+xml", ".svg"],
  ["application/pdf", ".pdf"],
  ["application/json", ".json"],
  ["application/zip", ".zip"],
  ["text/plain", ".txt"],
  ["text/html", ".html"],
  ["text/csv", ".csv"],
  ["text/markdown", ".md"],
  ["audio/wav", ".wav"],
  ["audio/x-wav", ".wav"],
  ["audio/wave", ".wav"],
  ["audio/mpeg", ".mp3"],
  ["audio/mp3", ".mp3"],
  ["audio/mp4", ".m4a"],
  ["audio/aac", ".aac"],
  ["audio/ogg", ".ogg"],
  ["audio/opus", ".opus"],
  ["audio/flac", ".flac"],
  ["audio/webm", ".webm"],
  ["video/mp4", ".mp4"],
  ["video/webm", ".webm"],
]);

function extensionOf(mimeType: string): string {
  return EXTENSIONS.get(mimeType.split(";")[0]!.trim().toLowerCase()) ?? ".bin";
}

function join(dir: string, name: string): string {
  return /[/\\]$/.test(dir) ? dir + name : `${dir}/${name}`;
}
