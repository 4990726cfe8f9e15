// Tools whose names and descriptions have characters of two columns, or of none.
import { defineRawTool } from "../../agenttool/mod.ts";

const tool = (name: string, description: string) =>
  defineRawTool({ name, description, execute: () => "" });

export const tools = [
  tool("read", "Read a file and give all of its text"),
  tool("読む", "ファイルを読んで、その内容をすべて返します"),
  tool("👍_up", "👍 up, 👎 down and e\u0301"),
  tool("한국어", "파일의 내용을 모두 읽습니다"),
];
