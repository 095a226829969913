import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Networks that no push service is in, but perhaps something that trusts this machine. */
const inner = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, bits, 'ipv6');

/** How long a connection may lie idle: strangers name as many hosts as they like. */
const idleMs = 2_000;
export const mostSockets = 32;

type Ask = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Connects to public addresses only: a stranger names the host, and who answers for its name may change his mind. */
export function publicAgent(ask: Ask = lookup): Agent {
  return new Agent({
    keepAlive: true,
    maxSockets: 8,
    maxTotalSockets: mostSockets,
    timeout: idleMs,
    lookup: lookUpPublic(ask),
  });
}

function lookUpPublic(ask: Ask): LookupFunction {
  return (host, options, done) => {
    ask(host, { ...options, all: true }, (error, found) => {
      const addresses = error === null ? found.filter(isPublic) : [];
      const [first] = addresses;
      if (error !== null) done(error, []);
      else if (first === undefined)
        done(Object.assign(new Error('No public address.'), { code: 'EINNER' }), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function isPublic({ address }: LookupAddress): boolean {
  return !inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
