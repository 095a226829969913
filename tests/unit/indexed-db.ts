import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

// Runs before each test file: Node and jsdom have no IndexedDB.
Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
