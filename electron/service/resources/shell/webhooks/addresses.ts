import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Addresses of this computer, of its network segment, and of nobody: no webhook outside of this computer has one. */
const forbidden = new BlockList();
forbidden.addSubnet('0.0.0.0', 8);
forbidden.addSubnet('127.0.0.0', 8);
forbidden.addSubnet('169.254.0.0', 16);
forbidden.addSubnet('224.0.0.0', 3);
// ::, ::1, and the forms in which IPv6 carries an address of IPv4 (RFC 4291, 6052 and 3056).
forbidden.addSubnet('::', 96, 'ipv6');
forbidden.addSubnet('64:ff9b::', 96, 'ipv6');
forbidden.addSubnet('2002::', 16, 'ipv6');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6');

const isIn = (list: BlockList, address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/** Whether an IP address is of this computer itself. */
export const isLoopback = (address: string): boolean => isIn(loopback, address);

/** Whether an IP address may not be told of changes by a webhook outside of this computer. */
export const isForbidden = (address: string): boolean => isIn(forbidden, address);
