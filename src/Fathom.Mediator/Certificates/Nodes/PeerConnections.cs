using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Revocation;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>
/// The connections of a node, in both directions: refuses peers whose certificates are revoked, and ends a connection when the peer's
/// certificate expires or is revoked. Owned by the node's certificates; thread-safe. It holds no connection alive.
/// </summary>
/// <param name="revoked">The current list; on the founding node another process may have changed it.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">The log.</param>
internal sealed class PeerConnections(Func<RevocationList> revoked, TimeProvider time, ILogger logger) : IDisposable
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromMinutes(1);

    // How long a peer that reads nothing may delay the end of its connection.
    private static readonly TimeSpan MaxFarewell = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly List<PeerConnection> _open = [];
    private RevocationList _checked = RevocationList.Empty;
    private ITimer? _timer;
    private bool _disposed;

    /// <summary>Why a peer is refused, as the rest of a sentence; null: it is admitted, and its connection is watched.</summary>
    /// <param name="connection">The connection, which a handshake has reached; only that of an SslStream can be ended later.</param>
    /// <param name="certificate">The peer's certificate.</param>
    public string? Admit(object connection, X509Certificate2 certificate)
    {
        // The chain was verified for the time at which the handshake began.
        var expiresAt = Validity.Of(certificate).To;
        if (expiresAt <= time.GetUtcNow())
        {
            return Expired(certificate.Subject, expiresAt, certificate.SerialNumber);
        }

        PeerConnection? peer = null;
        if (connection is SslStream stream)
        {
            peer = new PeerConnection(new WeakReference<SslStream>(stream), certificate.SerialNumber, certificate.Subject, expiresAt);
            lock (_lock)
            {
                _open.Add(peer);
                Schedule();
            }
        }

        // After it is watched: a list that arrives in between ends it.
        var list = revoked();
        var fault = list.FaultOf(certificate);
        if (fault is not null && peer is not null)
        {
            lock (_lock)
            {
                _open.Remove(peer);
            }
        }

        // A list that another process has changed concerns all connections.
        if (!ReferenceEquals(list, Volatile.Read(ref _checked)))
        {
            Check();
        }

        return fault;
    }

    /// <summary>Ends the connections whose certificates have expired or are revoked.</summary>
    public void Check()
    {
        var list = revoked();
        Volatile.Write(ref _checked, list);
        var now = time.GetUtcNow();
        List<(SslStream Connection, string Reason)> ended = [];
        lock (_lock)
        {
            _open.RemoveAll(peer =>
            {
                if (!peer.Connection.TryGetTarget(out var connection))
                {
                    return true;
                }

                var reason = list.FaultOf(peer.Serial)
                    ?? (peer.ExpiresAt <= now ? Expired(peer.Subject, peer.ExpiresAt, peer.Serial) : null);
                if (reason is not null)
                {
                    ended.Add((connection, reason));
                }

                return reason is not null;
            });
            Schedule();
        }

        foreach (var (connection, reason) in ended)
        {
            // Not of one that has ended; but one whose handshake is about to be complete ends as well.
            if (connection.CanRead)
            {
                CertificateLog.ConnectionEnded(logger, reason);
            }

            _ = EndAsync(connection);
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _disposed = true;
            _timer?.Dispose();
        }
    }

    /// <summary>Ends a connection. The notice lets a peer close at once; disposing refuses whatever else a peer sends, also one that
    /// ignores the notice.</summary>
    public static async Task EndAsync(SslStream connection)
    {
        try
        {
            await connection.ShutdownAsync().WaitAsync(MaxFarewell);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or InvalidOperationException or NotSupportedException
            or TimeoutException)
        {
            // It has ended, or its peer does not read.
        }

        await connection.DisposeAsync();
    }

    private static string Expired(string subject, DateTimeOffset at, string serial) =>
        $"the certificate of '{Printable.Sanitize(subject)}' expired at {at:u} (serial {serial})";

    // Under the lock. At the first expiry, and at least once a minute: a clock may be set. Without a connection there is nothing to check.
    private void Schedule()
    {
        if (_disposed || _open.Count == 0)
        {
            return;
        }

        var wait = _open.Min(peer => peer.ExpiresAt) - time.GetUtcNow();
        wait = wait > MaxWait ? MaxWait : wait < TimeSpan.Zero ? TimeSpan.Zero : wait;
        _timer ??= time.CreateTimer(static state => ((PeerConnections)state!).OnTimer(), this, Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan);
        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }

    private void OnTimer()
    {
        try
        {
            Check();
        }
        catch (Storage.CertificateFolderException e)
        {
            // The last known list applies, and the file may be readable again in a minute.
            CertificateLog.RevocationsIncomplete(logger, e.Message);
            lock (_lock)
            {
                _timer?.Change(MaxWait, Timeout.InfiniteTimeSpan);
            }
        }
    }

    private sealed record PeerConnection(
        WeakReference<SslStream> Connection, string Serial, string Subject, DateTimeOffset ExpiresAt);
}
