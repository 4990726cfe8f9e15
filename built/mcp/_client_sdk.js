import * as client from '@modelcontextprotocol/client';
export * from '@modelcontextprotocol/client';
