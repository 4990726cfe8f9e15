export { unicodeWidth } from '@std/cli/unicode-width';
