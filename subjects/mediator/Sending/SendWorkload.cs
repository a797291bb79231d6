using System.Runtime.CompilerServices;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Subjects.Mediator.Certificates;
using Fathom.Subjects.Protocol;
using Fathom.Transport.Calls;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>
/// Tasks that send one message after another for a time: first to warm up, then again to be counted, over the same connections. Each part
/// lasts until its last message is answered: both processes count the same messages, and eight large ones that end together are neither all
/// in nor all out. Owned by the program.
/// </summary>
internal sealed class SendWorkload : IAsyncDisposable
{
    private const int Copies = 16;
    private const int SmallestCopied = 1 << 20;

    private readonly SendSpec _spec;
    private readonly byte[] _payload;
    private readonly CertificateFiles? _files;
    private readonly Prelude _prelude;
    private readonly ISender _sender;
    private readonly AnsweredOverTime _overTime;

    public SendWorkload(SendSpec spec)
    {
        _spec = spec;
        _payload = PayloadKinds.Create(spec.Payload, spec.Size);
        _files = spec.Certificate is { } pem ? new CertificateFiles(pem) : null;
        _prelude = new Prelude(spec.CertificateUse == "per-call" ? _files : null, spec.Lock == "global");
        _sender = spec.Message == "unary" ? new BareSender(spec.Target, spec.MaxMessage, LoadTls(), _payload)
            : new NodeSender(spec, LoadTls(), _payload);
        _overTime = new AnsweredOverTime(TimeSpan.FromSeconds(spec.WarmUpSeconds + spec.Seconds));
    }

    /// <summary>What does not count.</summary>
    public async Task WarmUpAsync()
    {
        if (_spec.WarmUpSeconds > 0)
        {
            await SendAsync(_spec.WarmUpSeconds);
        }
    }

    /// <summary>What counts.</summary>
    public async Task<SubjectFigures> RunAsync()
    {
        var meter = new ProcessMeter();
        var (opened, spent) = (_sender.Connections, _prelude.Spent);
        meter.Begin();
        var (log, wall) = await SendAsync(_spec.Seconds);
        var values = meter.End();
        values["wall_ms"] = wall.TotalMilliseconds;
        values["calls"] = log.Answered + log.Errors.Values.Sum();
        values["payload_bytes"] = log.Answered * (double)_spec.Size;
        values["prelude_us"] = (_prelude.Spent - spent).TotalMicroseconds;
        values["connections"] = _sender.Connections - opened;
        if (CopyRate(_payload) is { } rate)
        {
            values["copy_mb_per_second"] = rate;
        }

        return new SubjectFigures
        {
            Values = values,
            Errors = log.Errors,
            Latency = log.Latency,
            Series = [new SubjectSeries("messages_per_second", "1/s", _overTime.Points)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        await _sender.DisposeAsync();
        _prelude.Dispose();
        _files?.Dispose();
    }

    private async Task<(SendLog Log, TimeSpan Wall)> SendAsync(double seconds)
    {
        var log = new SendLog(_overTime);
        var over = new StrongBox<bool>();
        var tasks = Enumerable.Range(0, _spec.Callers).Select(_ => Task.Run(() => SendOneByOneAsync(log, over))).ToList();
        await Task.Delay(TimeSpan.FromSeconds(seconds));
        Volatile.Write(ref over.Value, true);
        await Task.WhenAll(tasks);
        var wall = log.Elapsed;
        _overTime.Ended(wall);
        return (log, wall);
    }

    private async Task SendOneByOneAsync(SendLog log, StrongBox<bool> over)
    {
        while (!Volatile.Read(ref over.Value))
        {
            var began = TimeProvider.System.GetTimestamp();
            try
            {
                await _prelude.PassAsync();
                await _sender.SendAsync();
                log.Succeeded(began);
            }
            catch (MediatorException e)
            {
                log.Failed(e.StatusCode.ToString());
            }
            catch (RpcException e)
            {
                log.Failed(e.StatusCode.ToString());
            }
            catch (PublishException)
            {
                log.Failed("not told to all");
            }
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

    /// <summary>How fast memory of a payload's size is copied here, 10^6 bytes a second; null for one that would fit a cache.</summary>
    private static double? CopyRate(byte[] payload)
    {
        if (payload.Length < SmallestCopied)
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
