using System.Net;
using System.Net.Sockets;
using Fathom.Transport.Logging;

namespace Fathom.Transport.Server.Native;

/// <summary>Decides whether a host accepts another connection, by the number of all and of those of one address, and logs what it refuses,
/// once a minute at most. Owned by a host; thread-safe.</summary>
/// <param name="options">The host's.</param>
/// <param name="clock">Monotonic milliseconds.</param>
internal sealed class ConnectionAdmission(NativeHostOptions options, Func<long> clock)
{
    private const long LogInterval = 60_000;

    // An IPv6 client usually has a /64 to choose addresses from (RFC 6177).
    private const int PrefixBytes = 8;

    private readonly Lock _lock = new();
    private readonly Dictionary<IPAddress, int> _counts = [];
    private int _total;
    private int _refused;
    private long? _loggedAt;

    /// <summary>Counts a connection, unless a limit is reached.</summary>
    /// <param name="client">The client's address.</param>
    /// <returns>Whether the connection is accepted; then <see cref="Release"/> must follow.</returns>
    public bool TryAdmit(IPAddress client)
    {
        var key = KeyOf(client);
        string limit;
        int refused;
        lock (_lock)
        {
            var ofClient = _counts.GetValueOrDefault(key);
            if (_total < options.MaxConnections && ofClient < options.EffectiveMaxConnectionsPerAddress)
            {
                _counts[key] = ofClient + 1;
                _total++;
                return true;
            }

            limit = _total >= options.MaxConnections ? $"{nameof(NativeHostOptions.MaxConnections)} ({options.MaxConnections})"
                : $"{nameof(NativeHostOptions.MaxConnectionsPerAddress)} ({options.EffectiveMaxConnectionsPerAddress})";
            refused = ++_refused;
            if (options.Server.Logger is null || clock() < _loggedAt + LogInterval)
            {
                return false;
            }

            (_loggedAt, _refused) = (clock(), 0);
        }

        ServerLog.ConnectionsRefused(options.Server.Logger, refused, key, limit);
        return false;
    }

    /// <summary>A connection of this address has ended.</summary>
    public void Release(IPAddress client)
    {
        var key = KeyOf(client);
        lock (_lock)
        {
            _total--;
            if (--_counts[key] == 0)
            {
                _counts.Remove(key);
            }
        }
    }

    /// <summary>What stands for a client: its address, or the first 64 bits of one of IPv6.</summary>
    public static IPAddress KeyOf(IPAddress client)
    {
        if (client.IsIPv4MappedToIPv6)
        {
            return client.MapToIPv4();
        }

        if (client.AddressFamily != AddressFamily.InterNetworkV6)
        {
            return client;
        }

        var prefix = client.GetAddressBytes();
        prefix.AsSpan(PrefixBytes).Clear();
        return new IPAddress(prefix);
    }
}
