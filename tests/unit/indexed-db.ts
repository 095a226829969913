import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

// Runs before each test file: Node and jsdom have no IndexedDB, and files share a process.
Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
