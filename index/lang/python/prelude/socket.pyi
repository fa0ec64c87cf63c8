from io import BufferedReader
from enum import IntEnum, IntFlag
from typing import Any, List, Optional, Self, Tuple
AF_ALG: AddressFamily
AF_APPLETALK: AddressFamily
AF_ASH: AddressFamily
AF_ATMPVC: AddressFamily
AF_ATMSVC: AddressFamily
AF_AX25: AddressFamily
AF_BRIDGE: AddressFamily
AF_CAN: AddressFamily
AF_DECnet: int
AF_ECONET: AddressFamily
AF_INET: AddressFamily
AF_INET6: AddressFamily
AF_IPX: AddressFamily
AF_IRDA: AddressFamily
AF_KEY: AddressFamily
AF_LLC: AddressFamily
AF_NETBEUI: AddressFamily
AF_NETLINK: AddressFamily
AF_NETROM: AddressFamily
AF_PACKET: AddressFamily
AF_PPPOX: AddressFamily
AF_QIPCRTR: AddressFamily
AF_RDS: AddressFamily
AF_ROSE: AddressFamily
AF_ROUTE: AddressFamily
AF_SECURITY: AddressFamily
AF_SNA: AddressFamily
AF_TIPC: AddressFamily
AF_UNIX: AddressFamily
AF_UNSPEC: AddressFamily
AF_VSOCK: AddressFamily
AF_WANPIPE: AddressFamily
AF_X25: AddressFamily
AI_ADDRCONFIG: AddressInfo
AI_ALL: AddressInfo
AI_CANONNAME: AddressInfo
AI_NUMERICHOST: AddressInfo
AI_NUMERICSERV: AddressInfo
AI_PASSIVE: AddressInfo
AI_V4MAPPED: AddressInfo
ALG_OP_DECRYPT: int
ALG_OP_ENCRYPT: int
ALG_OP_SIGN: int
ALG_OP_VERIFY: int
ALG_SET_AEAD_ASSOCLEN: int
ALG_SET_AEAD_AUTHSIZE: int
ALG_SET_IV: int
ALG_SET_KEY: int
ALG_SET_OP: int
ALG_SET_PUBKEY: int
CAN_BCM: int
CAN_BCM_CAN_FD_FRAME: int
CAN_BCM_RX_ANNOUNCE_RESUME: int
CAN_BCM_RX_CHANGED: int
CAN_BCM_RX_CHECK_DLC: int
CAN_BCM_RX_DELETE: int
CAN_BCM_RX_FILTER_ID: int
CAN_BCM_RX_NO_AUTOTIMER: int
CAN_BCM_RX_READ: int
CAN_BCM_RX_RTR_FRAME: int
CAN_BCM_RX_SETUP: int
CAN_BCM_RX_STATUS: int
CAN_BCM_RX_TIMEOUT: int
CAN_BCM_SETTIMER: int
CAN_BCM_STARTTIMER: int
CAN_BCM_TX_ANNOUNCE: int
CAN_BCM_TX_COUNTEVT: int
CAN_BCM_TX_CP_CAN_ID: int
CAN_BCM_TX_DELETE: int
CAN_BCM_TX_EXPIRED: int
CAN_BCM_TX_READ: int
CAN_BCM_TX_RESET_MULTI_IDX: int
CAN_BCM_TX_SEND: int
CAN_BCM_TX_SETUP: int
CAN_BCM_TX_STATUS: int
CAN_EFF_FLAG: int
CAN_EFF_MASK: int
CAN_ERR_FLAG: int
CAN_ERR_MASK: int
CAN_ISOTP: int
CAN_J1939: int
CAN_RAW: int
CAN_RAW_FD_FRAMES: int
CAN_RAW_FILTER: int
CAN_RAW_JOIN_FILTERS: int
CAN_RAW_LOOPBACK: int
CAN_RAW_RECV_OWN_MSGS: int
CAN_RTR_FLAG: int
CAN_SFF_MASK: int
CAPI: Any
EAI_ADDRFAMILY: int
EAI_AGAIN: int
EAI_BADFLAGS: int
EAI_FAIL: int
EAI_FAMILY: int
EAI_MEMORY: int
EAI_NODATA: int
EAI_NONAME: int
EAI_OVERFLOW: int
EAI_SERVICE: int
EAI_SOCKTYPE: int
EAI_SYSTEM: int
INADDR_ALLHOSTS_GROUP: int
INADDR_ANY: int
INADDR_BROADCAST: int
INADDR_LOOPBACK: int
INADDR_MAX_LOCAL_GROUP: int
INADDR_NONE: int
INADDR_UNSPEC_GROUP: int
IOCTL_VM_SOCKETS_GET_LOCAL_CID: int
IPPORT_RESERVED: int
IPPORT_USERRESERVED: int
IPPROTO_AH: int
IPPROTO_DSTOPTS: int
IPPROTO_EGP: int
IPPROTO_ESP: int
IPPROTO_FRAGMENT: int
IPPROTO_GRE: int
IPPROTO_HOPOPTS: int
IPPROTO_ICMP: int
IPPROTO_ICMPV6: int
IPPROTO_IDP: int
IPPROTO_IGMP: int
IPPROTO_IP: int
IPPROTO_IPIP: int
IPPROTO_IPV6: int
IPPROTO_MPTCP: int
IPPROTO_NONE: int
IPPROTO_PIM: int
IPPROTO_PUP: int
IPPROTO_RAW: int
IPPROTO_ROUTING: int
IPPROTO_RSVP: int
IPPROTO_SCTP: int
IPPROTO_TCP: int
IPPROTO_TP: int
IPPROTO_UDP: int
IPPROTO_UDPLITE: int
IPV6_CHECKSUM: int
IPV6_DONTFRAG: int
IPV6_DSTOPTS: int
IPV6_HOPLIMIT: int
IPV6_HOPOPTS: int
IPV6_JOIN_GROUP: int
IPV6_LEAVE_GROUP: int
IPV6_MULTICAST_HOPS: int
IPV6_MULTICAST_IF: int
IPV6_MULTICAST_LOOP: int
IPV6_NEXTHOP: int
IPV6_PATHMTU: int
IPV6_PKTINFO: int
IPV6_RECVDSTOPTS: int
IPV6_RECVHOPLIMIT: int
IPV6_RECVHOPOPTS: int
IPV6_RECVPATHMTU: int
IPV6_RECVPKTINFO: int
IPV6_RECVRTHDR: int
IPV6_RECVTCLASS: int
IPV6_RTHDR: int
IPV6_RTHDRDSTOPTS: int
IPV6_RTHDR_TYPE_0: int
IPV6_TCLASS: int
IPV6_UNICAST_HOPS: int
IPV6_V6ONLY: int
IP_ADD_MEMBERSHIP: int
IP_BIND_ADDRESS_NO_PORT: int
IP_DEFAULT_MULTICAST_LOOP: int
IP_DEFAULT_MULTICAST_TTL: int
IP_DROP_MEMBERSHIP: int
IP_HDRINCL: int
IP_MAX_MEMBERSHIPS: int
IP_MULTICAST_IF: int
IP_MULTICAST_LOOP: int
IP_MULTICAST_TTL: int
IP_OPTIONS: int
IP_RECVOPTS: int
IP_RECVRETOPTS: int
IP_RECVTOS: int
IP_RETOPTS: int
IP_TOS: int
IP_TRANSPARENT: int
IP_TTL: int
J1939_EE_INFO_NONE: int
J1939_EE_INFO_TX_ABORT: int
J1939_FILTER_MAX: int
J1939_IDLE_ADDR: int
J1939_MAX_UNICAST_ADDR: int
J1939_NLA_BYTES_ACKED: int
J1939_NLA_PAD: int
J1939_NO_ADDR: int
J1939_NO_NAME: int
J1939_NO_PGN: int
J1939_PGN_ADDRESS_CLAIMED: int
J1939_PGN_ADDRESS_COMMANDED: int
J1939_PGN_MAX: int
J1939_PGN_PDU1_MAX: int
J1939_PGN_REQUEST: int
MSG_CMSG_CLOEXEC: MsgFlag
MSG_CONFIRM: MsgFlag
MSG_CTRUNC: MsgFlag
MSG_DONTROUTE: MsgFlag
MSG_DONTWAIT: MsgFlag
MSG_EOR: MsgFlag
MSG_ERRQUEUE: MsgFlag
MSG_FASTOPEN: MsgFlag
MSG_MORE: MsgFlag
MSG_NOSIGNAL: MsgFlag
MSG_OOB: MsgFlag
MSG_PEEK: MsgFlag
MSG_TRUNC: MsgFlag
MSG_WAITALL: MsgFlag
NETLINK_CRYPTO: int
NETLINK_DNRTMSG: int
NETLINK_FIREWALL: int
NETLINK_IP6_FW: int
NETLINK_NFLOG: int
NETLINK_ROUTE: int
NETLINK_USERSOCK: int
NETLINK_XFRM: int
NI_DGRAM: int
NI_MAXHOST: int
NI_MAXSERV: int
NI_NAMEREQD: int
NI_NOFQDN: int
NI_NUMERICHOST: int
NI_NUMERICSERV: int
PACKET_BROADCAST: int
PACKET_FASTROUTE: int
PACKET_HOST: int
PACKET_LOOPBACK: int
PACKET_MULTICAST: int
PACKET_OTHERHOST: int
PACKET_OUTGOING: int
PF_CAN: int
PF_PACKET: int
PF_RDS: int
SCM_CREDENTIALS: int
SCM_J1939_DEST_ADDR: int
SCM_J1939_DEST_NAME: int
SCM_J1939_ERRQUEUE: int
SCM_J1939_PRIO: int
SCM_RIGHTS: int
SHUT_RD: int
SHUT_RDWR: int
SHUT_WR: int
SOCK_CLOEXEC: SocketKind
SOCK_DGRAM: SocketKind
SOCK_NONBLOCK: SocketKind
SOCK_RAW: SocketKind
SOCK_RDM: SocketKind
SOCK_SEQPACKET: SocketKind
SOCK_STREAM: SocketKind
SOL_ALG: int
SOL_CAN_BASE: int
SOL_CAN_RAW: int
SOL_IP: int
SOL_RDS: int
SOL_SOCKET: int
SOL_TCP: int
SOL_TIPC: int
SOL_UDP: int
SOMAXCONN: int
SO_ACCEPTCONN: int
SO_BINDTODEVICE: int
SO_BROADCAST: int
SO_DEBUG: int
SO_DOMAIN: int
SO_DONTROUTE: int
SO_ERROR: int
SO_INCOMING_CPU: int
SO_J1939_ERRQUEUE: int
SO_J1939_FILTER: int
SO_J1939_PROMISC: int
SO_J1939_SEND_PRIO: int
SO_KEEPALIVE: int
SO_LINGER: int
SO_MARK: int
SO_OOBINLINE: int
SO_PASSCRED: int
SO_PASSSEC: int
SO_PEERCRED: int
SO_PEERSEC: int
SO_PRIORITY: int
SO_PROTOCOL: int
SO_RCVBUF: int
SO_RCVLOWAT: int
SO_RCVTIMEO: int
SO_REUSEADDR: int
SO_REUSEPORT: int
SO_SNDBUF: int
SO_SNDLOWAT: int
SO_SNDTIMEO: int
SO_TYPE: int
SO_VM_SOCKETS_BUFFER_MAX_SIZE: int
SO_VM_SOCKETS_BUFFER_MIN_SIZE: int
SO_VM_SOCKETS_BUFFER_SIZE: int
TCP_CONGESTION: int
TCP_CORK: int
TCP_DEFER_ACCEPT: int
TCP_FASTOPEN: int
TCP_INFO: int
TCP_KEEPCNT: int
TCP_KEEPIDLE: int
TCP_KEEPINTVL: int
TCP_LINGER2: int
TCP_MAXSEG: int
TCP_NODELAY: int
TCP_NOTSENT_LOWAT: int
TCP_QUICKACK: int
TCP_SYNCNT: int
TCP_USER_TIMEOUT: int
TCP_WINDOW_CLAMP: int
TIPC_ADDR_ID: int
TIPC_ADDR_NAME: int
TIPC_ADDR_NAMESEQ: int
TIPC_CFG_SRV: int
TIPC_CLUSTER_SCOPE: int
TIPC_CONN_TIMEOUT: int
TIPC_CRITICAL_IMPORTANCE: int
TIPC_DEST_DROPPABLE: int
TIPC_HIGH_IMPORTANCE: int
TIPC_IMPORTANCE: int
TIPC_LOW_IMPORTANCE: int
TIPC_MEDIUM_IMPORTANCE: int
TIPC_NODE_SCOPE: int
TIPC_PUBLISHED: int
TIPC_SRC_DROPPABLE: int
TIPC_SUBSCR_TIMEOUT: int
TIPC_SUB_CANCEL: int
TIPC_SUB_PORTS: int
TIPC_SUB_SERVICE: int
TIPC_TOP_SRV: int
TIPC_WAIT_FOREVER: int
TIPC_WITHDRAWN: int
TIPC_ZONE_SCOPE: int
UDPLITE_RECV_CSCOV: int
UDPLITE_SEND_CSCOV: int
VMADDR_CID_ANY: int
VMADDR_CID_HOST: int
VMADDR_PORT_ANY: int
VM_SOCKETS_INVALID_VERSION: int
fromshare: socket
class _socket:
    @property
    def family(self) -> int: ...
    @property
    def type(self) -> int: ...
    @property
    def proto(self) -> int: ...
    @property
    def timeout(self) -> Optional[float]: ...
    def bind(self, address) -> None: ...
    def close(self) -> None: ...
    def connect(self, address) -> None: ...
    def connect_ex(self, address) -> int: ...
    def detach(self) -> int: ...
    def fileno(self) -> int: ...
    def getpeername(self) -> Any: ...
    def getsockname(self) -> Any: ...
    def getsockopt(self, level, optname, buflen=...) -> Any: ...
    def getblocking(self) -> bool: ...
    def gettimeout(self) -> Optional[float]: ...
    def listen(self, backlog=...) -> None: ...
    def recv(self, bufsize, flags=...) -> bytes: ...
    def recvfrom(self, bufsize, flags=...) -> Tuple[bytes, Any]: ...
    def recvmsg(self, bufsize, ancbufsize=..., flags=...) -> Tuple[bytes, List[Any], int, Any]: ...
    def recvmsg_into(self, buffers, ancbufsize=..., flags=...) -> Tuple[int, List[Any], int, Any]: ...
    def recvfrom_into(self, buffer, nbytes=..., flags=...) -> Tuple[int, Any]: ...
    def recv_into(self, buffer, nbytes=..., flags=...) -> int: ...
    def send(self, data, flags=...) -> int: ...
    def sendall(self, data, flags=...) -> None: ...
    def sendto(self, data, *args) -> int: ...
    def sendmsg(self, buffers, ancdata=..., flags=..., address=...) -> int: ...
    def setblocking(self, flag) -> None: ...
    def settimeout(self, value) -> None: ...
    def setsockopt(self, level, optname, value, optlen=...) -> None: ...
    def shutdown(self, how) -> None: ...
class socket(_socket):
    def __init__(self, family=..., type=..., proto=..., fileno=...) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *args) -> None: ...
    def dup(self) -> Self: ...
    def accept(self) -> Tuple[socket, Any]: ...
    def makefile(self, mode=..., buffering=..., *, encoding=..., errors=..., newline=...) -> Any: ...
    def sendfile(self, file, offset=..., count=...) -> int: ...
    @property
    def family(self) -> AddressFamily: ...
    @property
    def type(self) -> SocketKind: ...
    def get_inheritable(self) -> bool: ...
    def set_inheritable(self, inheritable) -> None: ...
SocketType = _socket
error = OSError
class herror(OSError): ...
class gaierror(OSError): ...
timeout = TimeoutError
has_ipv6: bool
SO_EXCLUSIVEADDRUSE: int
def fromfd(fd, family, type, proto=...) -> socket: ...
def getfqdn(name=...) -> str: ...
def create_connection(address, timeout=..., source_address=..., *, all_errors=...) -> socket: ...
def create_server(address, *, family=..., backlog=..., reuse_port=..., dualstack_ipv6=...) -> socket: ...
def has_dualstack_ipv6() -> bool: ...
class AddressFamily(IntEnum):
    AF_UNSPEC = ...
    AF_UNIX = ...
    AF_INET = ...
    AF_AX25 = ...
    AF_IPX = ...
    AF_APPLETALK = ...
    AF_NETROM = ...
    AF_BRIDGE = ...
    AF_ATMPVC = ...
    AF_X25 = ...
    AF_INET6 = ...
    AF_ROSE = ...
    AF_NETBEUI = ...
    AF_SECURITY = ...
    AF_KEY = ...
    AF_NETLINK = ...
    AF_ROUTE = ...
    AF_PACKET = ...
    AF_ASH = ...
    AF_ECONET = ...
    AF_ATMSVC = ...
    AF_RDS = ...
    AF_SNA = ...
    AF_IRDA = ...
    AF_PPPOX = ...
    AF_WANPIPE = ...
    AF_LLC = ...
    AF_CAN = ...
    AF_TIPC = ...
    AF_ALG = ...
    AF_VSOCK = ...
    AF_QIPCRTR = ...
class SocketKind(IntEnum):
    SOCK_STREAM = ...
    SOCK_DGRAM = ...
    SOCK_RAW = ...
    SOCK_RDM = ...
    SOCK_SEQPACKET = ...
    SOCK_NONBLOCK = ...
    SOCK_CLOEXEC = ...
def CMSG_LEN(*args, **kwargs): ...
def CMSG_SPACE(*args, **kwargs): ...
def close(*args, **kwargs): ...
def dup(*args, **kwargs): ...
def getaddrinfo(host, port, family=..., type=..., proto=..., flags=...) -> List[Tuple[AddressFamily, SocketKind, int, str, Any]]: ...
def getdefaulttimeout(*args, **kwargs) -> Optional[float]: ...
def gethostbyaddr(*args, **kwargs) -> Tuple[str, List[str], List[str]]: ...
def gethostbyname(*args, **kwargs) -> str: ...
def gethostbyname_ex(*args, **kwargs) -> Tuple[str, List[str], List[str]]: ...
def gethostname(*args, **kwargs) -> str: ...
def getnameinfo(*args, **kwargs) -> Tuple[str, str]: ...
def getprotobyname(*args, **kwargs): ...
def getservbyname(*args, **kwargs) -> int: ...
def getservbyport(*args, **kwargs) -> str: ...
def htonl(*args, **kwargs) -> int: ...
def htons(*args, **kwargs) -> int: ...
def if_indextoname(*args, **kwargs) -> str: ...
def if_nameindex(*args, **kwargs): ...
def if_nametoindex(*args, **kwargs) -> int: ...
def inet_aton(*args, **kwargs) -> bytes: ...
def inet_ntoa(*args, **kwargs) -> str: ...
def inet_ntop(*args, **kwargs) -> str: ...
def inet_pton(*args, **kwargs) -> bytes: ...
def ntohl(*args, **kwargs) -> int: ...
def ntohs(*args, **kwargs) -> int: ...
def setdefaulttimeout(*args, **kwargs): ...
def sethostname(*args, **kwargs): ...
def socketpair(family=..., type=..., proto=...) -> Tuple[socket, socket]: ...
def send_fds(sock, buffers, fds, flags=..., address=...): ...
def recv_fds(sock, bufsize, maxfds, flags=...): ...
class MsgFlag(IntFlag):
    MSG_OOB = ...
    MSG_PEEK = ...
    MSG_DONTROUTE = ...
    MSG_CTRUNC = ...
    MSG_TRUNC = ...
    MSG_DONTWAIT = ...
    MSG_EOR = ...
    MSG_WAITALL = ...
    MSG_CONFIRM = ...
    MSG_ERRQUEUE = ...
    MSG_NOSIGNAL = ...
    MSG_MORE = ...
    MSG_FASTOPEN = ...
    MSG_CMSG_CLOEXEC = ...
class AddressInfo(IntFlag):
    AI_PASSIVE = ...
    AI_CANONNAME = ...
    AI_NUMERICHOST = ...
    AI_V4MAPPED = ...
    AI_ALL = ...
    AI_ADDRCONFIG = ...
    AI_NUMERICSERV = ...
