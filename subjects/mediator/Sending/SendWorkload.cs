using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Fathom.Load.Pacing;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Measuring;
using Fathom.Subjects.Mediator.Certificates;
using Fathom.Transport.Calls;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>
/// Tasks that send messages for a time, in rounds or each by itself: first to warm up, then to be measured, over the same connections. Each
/// part lasts until its last message is answered, so that both processes count the same messages, and large messages that end together are
/// either all counted or none of them.
/// </summary>
internal sealed class SendWorkload : IWorkload<SendWorkload, SendSpec>, IAsyncDisposable
{
    private const int Copies = 16;
    private const int MinCopied = 1 << 20;

    private readonly SendSpec _spec;
    private readonly byte[] _payload;
    private readonly CertificateFiles? _files;
    private readonly Prelude _prelude;
    private readonly ISender _sender;
    private readonly AnsweredOverTime _overTime;
    private bool _isDisposed;

    public SendWorkload(SendSpec spec)
    {
        _spec = spec;
        _payload = PayloadKinds.Create(spec.Payload, spec.Size);
        _files = spec.Certificate is { } pem ? new CertificateFiles(PeerCertificates.Parse(pem)) : null;
        _prelude = new Prelude(spec.CertificateUse == "per-call" ? _files : null, spec.Lock == "global");
        _sender = spec.Message == "unary" ? new BareSender(spec.Target, spec.MaxMessage, LoadTls(), _payload)
            : new NodeSender(spec, LoadTls(), _payload);
        _overTime = new AnsweredOverTime(TimeSpan.FromSeconds(spec.WarmUpSeconds + spec.Seconds));
    }

    public static string Name => "mediator";

    public static string Text => "Tasks that send messages for a time, in rounds or each by itself, to a node or to a bare host.";

    public static JsonTypeInfo<SendSpec> SpecType => SendSpecContext.Default.SendSpec;

    public static SendWorkload Create(SendSpec spec) => new(spec);

    public async Task WarmUpAsync()
    {
        if (_spec.WarmUpSeconds > 0)
        {
            await SendAsync(_spec.WarmUpSeconds);
        }
    }

    // The runner may end this process as soon as it has the figures: what the workload owns is released before.
    public async Task<ProcessFigures> RunAsync()
    {
        await using (this)
        {
            return await MeasureAsync();
        }
    }

    public ValueTask ReleaseAsync() => DisposeAsync();

    private async Task<ProcessFigures> MeasureAsync()
    {
        var meter = new ProcessMeter();
        var (opened, spent) = (_sender.Connections, _prelude.Spent);
        meter.Begin();
        var (log, wall) = await SendAsync(_spec.Seconds);
        var values = meter.End();
        values[ReportedValues.WallTime] = wall.TotalMilliseconds;
        values[ReportedValues.Calls] = log.Succeeded + log.Errors.Values.Sum();
        values[ReportedValues.PayloadBytes] = log.Succeeded * (double)_spec.Size;
        values[ReportedValues.PreludeTime] = (_prelude.Spent - spent).TotalMicroseconds;
        values[ReportedValues.Connections] = _sender.Connections - opened;
        if (CopyRate(_payload) is { } rate)
        {
            values[ReportedValues.CopyRate] = rate;
        }

        return new ProcessFigures
        {
            Values = values,
            Errors = log.Errors,
            Latency = log.Latency,
            Series = [ReportedValues.MessagesPerSecond.With(_overTime.Points)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        await _sender.DisposeAsync();
        _prelude.Dispose();
        _files?.Dispose();
    }

    private async Task<(CallLog Log, TimeSpan Wall)> SendAsync(double seconds)
    {
        var log = new CallLog(FailedCalls.StatusOf);
        var start = TimeProvider.System.GetTimestamp();
        var length = TimeSpan.FromSeconds(seconds);
        if (_spec.Rounds)
        {
            // As published: so many are sent at once, and all are awaited before the next.
            while (TimeProvider.System.GetElapsedTime(start) < length)
            {
                await Task.WhenAll(Enumerable.Range(0, _spec.Callers).Select(_ => Task.Run(() => SendOneAsync(log, start))));
            }
        }
        else
        {
            await AwaitedCallers.RunAsync(
                _spec.Callers, new PlanLimits(null, length), (_, _) => SendOneAsync(log, start), TimeProvider.System,
                CancellationToken.None);
        }

        var wall = TimeProvider.System.GetElapsedTime(start);
        _overTime.Ended(wall);
        return (log, wall);
    }

    private async Task SendOneAsync(CallLog log, long start)
    {
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            await _prelude.PassAsync();
            await _sender.SendAsync();
            var now = TimeProvider.System.GetTimestamp();
            log.Add(TimeProvider.System.GetElapsedTime(began, now));
            _overTime.Add(TimeProvider.System.GetElapsedTime(start, now));
        }
        catch (MediatorException e)
        {
            log.AddFailed(e.StatusCode.ToString());
        }
        catch (RpcException e)
        {
            log.AddFailed(e.StatusCode.ToString());
        }
        catch (PublishException)
        {
            log.AddFailed("not delivered to all");
        }
    }

    private INodeTls LoadTls()
    {
        if (_files is null)
        {
            return new NoTls();
        }

        var (root, own) = _files.Load();
        return new NodesTls(root, own);
    }

    /// <summary>Speed of copying memory of a payload's size, in 10^6 bytes per second; null for one that would fit a cache.</summary>
    private static double? CopyRate(byte[] payload)
    {
        if (payload.Length < MinCopied)
        {
            return null;
        }

        var to = new byte[payload.Length];
        payload.CopyTo(to, 0);
        var began = TimeProvider.System.GetTimestamp();
        for (var i = 0; i < Copies; i++)
        {
            payload.CopyTo(to, 0);
        }

        return Copies * (double)payload.Length / TimeProvider.System.GetElapsedTime(began).TotalMicroseconds;
    }
}

/// <summary>Specification of <see cref="SendWorkload"/>.</summary>
internal sealed record SendSpec
{
    /// <summary>Names the workload.</summary>
    public required string Kind { get; init; }

    /// <summary>Where the node listens.</summary>
    public required Uri Target { get; init; }

    /// <summary>What the sender needs for TLS, PEM (<see cref="PeerCertificates"/>); null without TLS.</summary>
    public string? Certificate { get; init; }

    /// <summary><c>ping</c>, <c>bing</c>, or <c>unary</c>: a call without a mediator.</summary>
    public required string Message { get; init; }

    /// <summary><c>zero</c>, <c>text</c> or <c>rand</c>.</summary>
    public required string Payload { get; init; }

    /// <summary>Bytes of payload.</summary>
    public required int Size { get; init; }

    /// <summary>Compression of what is sent: <c>raw</c>, <c>gzip</c> or <c>lz4</c>.</summary>
    public required string Compression { get; init; }

    /// <summary>Maximum size of a message in bytes.</summary>
    public required int MaxMessage { get; init; }

    /// <summary><c>once</c> or <c>per-call</c>.</summary>
    public required string CertificateUse { get; init; }

    /// <summary><c>global</c> or <c>none</c>.</summary>
    public required string Lock { get; init; }

    /// <summary><c>pooled</c> or <c>per-call</c>.</summary>
    public required string Channel { get; init; }

    /// <summary>Concurrent tasks.</summary>
    public required int Callers { get; init; }

    /// <summary>Whether the tasks wait for each other: each sends one message, and all are awaited before the next round, as published.
    /// False: each sends its next message as soon as its last is answered.
    /// Not init: the generated reader sets every init member, an absent one to false.</summary>
    public bool Rounds { get; set; } = true;

    /// <summary>Seconds of warm-up.</summary>
    public required double WarmUpSeconds { get; init; }

    /// <summary>Seconds that are measured.</summary>
    public required double Seconds { get; init; }
}

/// <summary>Generated reader of the specification; reflection would cost time in every replicate. An unknown member is an error.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(SendSpec))]
internal sealed partial class SendSpecContext : JsonSerializerContext;
