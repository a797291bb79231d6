using System.Buffers;
using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Wire.Grpc;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>What the probes of one examination share: the target, its connections, the pace of calls, and what was observed so far. Owns
/// the connections.</summary>
/// <param name="target">What is called.</param>
/// <param name="concurrency">The most calls in flight.</param>
/// <param name="maxRate">Mean calls a second.</param>
/// <param name="time">The clock.</param>
internal sealed class ProbeSession(ProbeTarget target, int concurrency, double maxRate, TimeProvider time) : IDisposable
{
    // A server that retires connections within the time of one question does so again.
    private const int MaxAttempts = 3;

    private readonly CallPace _pace = new(maxRate, time);
    private readonly Dictionary<ProbeConnectionOptions, List<ProbeConnection>> _connections = [];
    private readonly Dictionary<Quantity, Observation> _observed = [];
    private readonly ReadOnlyMemory<byte> _body = Framed(target);
    private readonly ReadOnlyMemory<byte> _emptyMessage = new byte[MessagePrefix.Size];
    private readonly List<ProbeConnection> _ended = [];
    private ProbeConnection? _beside;

    /// <summary>What is called.</summary>
    public ProbeTarget Target { get; private set; } = target;

    /// <summary>Bytes of a request, framed.</summary>
    public long RequestBytes => _body.Length;

    /// <summary>The most calls in flight.</summary>
    public int Concurrency => concurrency;

    /// <summary>The clock.</summary>
    public TimeProvider Time => time;

    /// <summary>The server's, once there was a connection.</summary>
    public Fingerprint Fingerprint { get; private set; } = new();

    /// <summary>Calls so far, no-op calls included.</summary>
    public long Calls => _pace.Calls;

    /// <summary>What was observed.</summary>
    public IReadOnlyCollection<Observation> Observations => _observed.Values;

    /// <summary>The same as evidence.</summary>
    public Evidence Seen => new("service", new Dictionary<string, string>(), Observations);

    /// <summary>Mean calls a second.</summary>
    public double MaxRate => _pace.PerSecond;

    /// <summary>Says how much time is left for the examination.</summary>
    public Func<TimeSpan> TimeLeft { private get; init; } = () => TimeSpan.Zero;

    /// <summary>The time left for the examination.</summary>
    public TimeSpan Left => TimeLeft();

    /// <summary>What could not be looked at, and why: sentences.</summary>
    public List<string> NotSeen { get; } = [];

    /// <summary>What was seen over time, to be shown.</summary>
    public List<ObservedSeries> Series { get; } = [];

    /// <summary>Share of the time in which PING waited beside one call at a time, one value for each part of it; null where that was not
    /// watched.</summary>
    public IReadOnlyList<double>? PingStops { get; set; }

    /// <summary>Times of calls, one at a time, over a few seconds in which the server did not stop, ms.</summary>
    public IReadOnlyList<double> WatchedMs { get; set; } = [];

    /// <summary>Times of no-op calls beside them, ms.</summary>
    public IReadOnlyList<double> WatchedNoOpMs { get; set; } = [];

    /// <summary>Calls that failed, and were made again.</summary>
    public FailedCalls Failures { get; } = new();

    /// <summary>The connections that are watched from the start of the examination to its end; null before.</summary>
    public IdlePair? Idle { get; set; }

    /// <summary>The round trip from end to end, ms: that of PING where it is answered, since TCP may end at a proxy.</summary>
    public double RoundTripMs => Value(Has(ServiceQuantities.PingTime) ? ServiceQuantities.PingTime : ServiceQuantities.TcpRoundTrip);

    /// <summary>Milliseconds between two timestamps.</summary>
    public double Milliseconds(long from, long to) => time.GetElapsedTime(from, to).TotalMilliseconds;

    /// <summary>Whether a quantity was observed.</summary>
    public bool Has(Quantity quantity) => _observed.ContainsKey(quantity);

    /// <summary>An observation's value.</summary>
    public double Value(Quantity<double> quantity) => ((Observation<double>)_observed[quantity]).Value;

    /// <summary>Keeps an observation; a later one of the same quantity replaces it.</summary>
    public void Observe<T>(string probe, Quantity<T> quantity, T value)
        where T : notnull => _observed[quantity] = quantity.Seen(value, probe, TimeSpan.Zero);

    /// <summary>Keeps a value that is known.</summary>
    public void ObserveKnown<T>(string probe, Quantity<T> quantity, T? value)
        where T : struct
    {
        if (value is { } known)
        {
            Observe(probe, quantity, known);
        }
    }

    /// <summary>The same of a text.</summary>
    public void ObserveKnown(string probe, Quantity<string> quantity, string? value)
    {
        if (value is not null)
        {
            Observe(probe, quantity, value);
        }
    }

    /// <summary>Keeps the median of times.</summary>
    public void Observe(string probe, Quantity<double> quantity, IReadOnlyList<double> values)
    {
        if (values.Count > 0)
        {
            Observe(probe, quantity, Statistics.Sample.Median([.. values]));
        }
    }

    /// <summary>Opens a connection that nothing was sent on.</summary>
    public async Task<ProbeConnection> OpenAsync(ProbeConnectionOptions options, CancellationToken cancellation)
    {
        var connection = await ProbeConnection.OpenAsync(options.IsDirect ? Target.PastProxy : Target, options, time, cancellation);
        Fingerprint = options.IsDirect ? Fingerprint : connection.Fingerprint;
        Kept(options).Add(connection);
        return connection;
    }

    /// <summary>Connections that have carried a call, and are not used by anything else.</summary>
    public async Task<IReadOnlyList<ProbeConnection>> RentAsync(
        ProbeConnectionOptions options, int count, CancellationToken cancellation)
    {
        var kept = Kept(options);
        // Calls that are under way on a connection that the server retired still end on it.
        _ended.AddRange(kept.Where(c => c.Ended is not null));
        kept.RemoveAll(c => c.Ended is not null);
        foreach (var idle in _ended.Where(c => !c.HasCalls).ToList())
        {
            _ended.Remove(idle);
            idle.Dispose();
        }

        while (kept.Count < count)
        {
            // Without its metadata the call itself may be refused.
            await CallAsync(await OpenAsync(options, cancellation), isNoOp: options.IsBare, cancellation);
        }

        return [.. kept.Take(count)];
    }

    /// <summary>The connection that is watched beside others.</summary>
    public async Task<ProbeConnection> BesideAsync(CancellationToken cancellation)
    {
        if (_beside is not { Ended: null })
        {
            if (_beside is { } ended)
            {
                _ended.Add(ended);
            }

            _beside = await ProbeConnection.OpenAsync(Target, ProbeConnectionOptions.Default, time, cancellation);
            await CallAsync(_beside, isNoOp: true, cancellation);
        }

        return _beside;
    }

    /// <summary>Makes a call past the proxy, and further ones where it can be.</summary>
    /// <param name="direct">The service's own address.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="ProbeException">It cannot be called there.</exception>
    public async Task GoDirectAsync(Uri direct, CancellationToken cancellation)
    {
        Target = Target with { Direct = direct };
        await RentAsync(ProbeConnectionOptions.Default with { IsDirect = true }, 1, cancellation);
    }

    /// <summary>Waits until so many calls may start.</summary>
    public Task ReserveAsync(int calls, CancellationToken cancellation) => _pace.ReserveAsync(calls, cancellation);

    /// <summary>Makes one call.</summary>
    public async Task<ProbeCall> CallAsync(ProbeConnection connection, bool isNoOp, CancellationToken cancellation)
    {
        await ReserveAsync(1, cancellation);
        return await EndAsync(connection, Start(connection, isNoOp), cancellation);
    }

    /// <summary>Starts a call that was reserved. A no-op call has an empty message: the time of a large one is the call's.</summary>
    public ProbeCall Start(ProbeConnection connection, bool isNoOp) => connection.Start(isNoOp, isNoOp ? _emptyMessage : _body);

    /// <summary>Waits for the end of a call.</summary>
    /// <exception cref="ProbeException">It failed, or did not end (<see cref="UnansweredException"/>). A no-op call may fail as it
    /// likes.</exception>
    public async Task<ProbeCall> EndAsync(ProbeConnection connection, ProbeCall call, CancellationToken cancellation)
    {
        while (true)
        {
            await CallTimeouts.EndAsync(this, connection, call, cancellation);
            if (call.IsLost && connection.IsRetired)
            {
                throw new ConnectionRetiredException(Milliseconds(connection.Since, connection.EndedAt));
            }

            if (call.IsLost || call.IsNoOp || call.Status == StatusCode.OK || !Failures.MayRepeat(call.Status))
            {
                Check(call);
                return call;
            }

            // A call that fails is a failure, and not a fast one: another takes its place.
            call = Start(connection, isNoOp: false);
        }
    }

    /// <summary>Asks something, and again over new connections where the server retires one meanwhile.</summary>
    /// <exception cref="ConnectionRetiredException">It did so each time.</exception>
    /// <exception cref="ProbeException">As the question; or the server takes no connection any more.</exception>
    public static async Task<T> AgainAsync<T>(Func<Task<T>> ask)
    {
        ConnectionRetiredException? retired = null;
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await ask();
            }
            catch (ConnectionRetiredException e) when (attempt < MaxAttempts)
            {
                retired = e;
            }
            catch (ProbeException e) when (retired is not null && e.IsUnreached && e is not UnansweredException)
            {
                throw new ProbeException(
                    $"retired its connections while it was examined (GOAWAY, NO_ERROR), and then: {e.Message}", isUnreached: true, e);
            }
        }
    }

    /// <summary>Checks a call that has ended.</summary>
    /// <exception cref="ProbeException">It failed, which a no-op call may do as it likes.</exception>
    public void Check(ProbeCall call)
    {
        if (call.IsLost)
        {
            throw new ProbeException($"was lost while it was examined: {PrintableText.OneLine(call.Detail, 200)}", isUnreached: true);
        }

        if (call.Status == StatusCode.OK)
        {
            Failures.Succeeded += call.IsNoOp ? 0 : 1;
        }
        else if (!call.IsNoOp)
        {
            throw new ProbeException(Refusal(call), isUnreached: false);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Idle?.Dispose();
        _beside?.Dispose();
        foreach (var connection in _connections.Values.SelectMany(c => c).Concat(_ended))
        {
            connection.Dispose();
        }
    }

    // Messages that become smaller are compressed, as a channel does it.
    private static ReadOnlyMemory<byte> Framed(ProbeTarget target)
    {
        var (codec, level) = (target.Server.Compression.Codec, target.Server.Compression.Level);
        var body = new ArrayBufferWriter<byte>();
        foreach (var message in target.Messages)
        {
            var compressed = new ArrayBufferWriter<byte>();
            codec?.Compress(new ReadOnlySequence<byte>(message), compressed, level);
            var isSmaller = codec is not null && compressed.WrittenCount < message.Length;
            var sent = isSmaller ? compressed.WrittenMemory : message;
            MessagePrefix.Write(body.GetSpan(MessagePrefix.Size), sent.Length, isSmaller);
            body.Advance(MessagePrefix.Size);
            body.Write(sent.Span);
        }

        return body.WrittenMemory;
    }

    private string Refusal(ProbeCall call)
    {
        var why = call.Detail.Length == 0 ? "" : $": {PrintableText.OneLine(call.Detail, 200)}";
        var said = $"{Target.Name} failed with {call.Status}{why}";
        return Calls > 1 && call.Status is StatusCode.ResourceExhausted or StatusCode.Unavailable
            ? $"{said}, after {Calls} calls. If it limits the rate of calls, give a lower one with --max-rate, or fewer at a time with "
                + "--concurrency"
            : $"{said}. Only a call that succeeds is examined: check --data and --metadata";
    }

    private List<ProbeConnection> Kept(ProbeConnectionOptions options) =>
        _connections.TryGetValue(options, out var kept) ? kept : _connections[options] = [];
}
