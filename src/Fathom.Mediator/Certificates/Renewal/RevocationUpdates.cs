using Fathom.Mediator.Certificates.Revocation;
using Fathom.Transport.Client;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>
/// Keeps the list of revoked certificates of a node that joined: fetches it from the founding node once a minute, and keeps a copy in a
/// file, which applies while the founding node does not answer. Owned by the node's certificates; owns the timer.
/// </summary>
internal sealed class RevocationUpdates : IDisposable
{
    // The founding node closes the connection and says nothing: TLS of .NET sends no alert for a refused certificate on Linux.
    private const string WhenRevoked = "A founding node closes the connections of nodes that it revoked: its log says so.";

    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private readonly RevocationSource _founder;
    private readonly RevocationFile _file;
    private readonly Action _changed;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _ending = new();
    private readonly ITimer _timer;
    private volatile RevocationList _current;
    private RevocationList _written;
    private volatile string? _fault;

    /// <summary>Starts to fetch.</summary>
    /// <param name="founder">The address of the founding node.</param>
    /// <param name="tls">TLS to the founding node.</param>
    /// <param name="file">The file of the copy.</param>
    /// <param name="changed">Called when the list has changed.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">The log.</param>
    public RevocationUpdates(Uri founder, ChannelTls tls, RevocationFile file, Action changed, TimeProvider time, ILogger logger)
    {
        (_founder, _file, _changed, _logger) = (new RevocationSource(founder, tls), file, changed, logger);
        _current = _written = file.Read();
        _timer = time.CreateTimer(static state => _ = ((RevocationUpdates)state!).UpdateAsync(), this,
            Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The last known list.</summary>
    public RevocationList Current => _current;

    /// <summary>Why the latest fetch failed, so that certificates may be revoked of which this node does not know; null: it did not
    /// fail.</summary>
    public string? Fault => _fault;

    public void Dispose()
    {
        _timer.Dispose();
        _ending.Cancel();
        _ending.Dispose();
    }

    private async Task UpdateAsync()
    {
        try
        {
            var (list, isCut) = await _founder.FetchAsync(_ending.Token);
            if (!list.Equals(_current))
            {
                _current = list;
                _changed();
            }

            if (!list.Equals(_written))
            {
                _file.Write(list);
                _written = list;
            }

            if (isCut)
            {
                Fail($"the list of revoked certificates has more than {RevocationSource.MaxEntries:N0} entries: those that expire first "
                    + "do not apply");
            }
            else if (_fault is not null)
            {
                _fault = null;
                CertificateLog.RevocationsFetched(_logger);
            }
        }
        catch (Exception) when (_ending.IsCancellationRequested)
        {
            return;
        }
        catch (Exception e)
        {
            // Any failure.
            Fail($"the list of revoked certificates could not be fetched: {e.Message} {WhenRevoked} The last known list applies, and the "
                + "node tries again each minute.");
        }

        _timer.Change(Interval, Timeout.InfiniteTimeSpan);
    }

    // Each time, so that a log of the last hour has it.
    private void Fail(string fault)
    {
        CertificateLog.RevocationsIncomplete(_logger, fault);
        _fault = fault;
    }
}
