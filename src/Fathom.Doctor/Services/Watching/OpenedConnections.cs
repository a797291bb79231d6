using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>The TCP connections that processes opened themselves, to what is behind them.</summary>
internal static class OpenedConnections
{
    /// <summary>Those that are there or on their way to be, among all sockets of processes.</summary>
    public static IReadOnlyList<TcpConnection> Among(IReadOnlyList<TcpConnection> sockets)
    {
        var listening = sockets.Where(s => s.State == TcpConnectionState.Listening).Select(s => s.Local.Port).ToHashSet();
        return [.. sockets.Where(s => s.State != TcpConnectionState.Listening && !listening.Contains(s.Local.Port))];
    }

    /// <summary>What came on each since; those on which nothing came are left out.</summary>
    /// <param name="before">They, as they were.</param>
    /// <param name="now">They, as they are.</param>
    public static IReadOnlyList<(TcpConnection Connection, ulong Bytes)> ReceivedSince(
        IReadOnlyList<TcpConnection> before, IReadOnlyList<TcpConnection> now)
    {
        var were = before.ToDictionary(c => c.Inode, BytesOf);
        return [.. now.Select(c => (c, BytesOf(c) - were.GetValueOrDefault(c.Inode))).Where(c => c.Item2 > 0)];
    }

    private static ulong BytesOf(TcpConnection connection) => connection.Counts?.BytesReceived ?? 0;
}
