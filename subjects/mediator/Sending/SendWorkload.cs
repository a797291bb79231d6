using Fathom.Subjects.Mediator.Certificates;
using Fathom.Subjects.Protocol;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>Tasks that send one message after another for a time; those of the first seconds do not count.</summary>
internal static class SendWorkload
{
    private const int Copies = 16;
    private const int SmallestCopied = 1 << 20;

    public static async Task<SubjectFigures> RunAsync(SendSpec spec)
    {
        var payload = PayloadKinds.Create(spec.Payload, spec.Size);
        using var files = spec.Certificate is { } pem ? new CertificateFiles(pem) : null;
        using var prelude = new Prelude(spec.CertificateUse == "per-call" ? files : null, spec.Lock == "global");
        await using var sender = new Sender(spec, files, payload);
        var log = new SendLog();
        var over = false;
        var tasks = Enumerable.Range(0, spec.Callers).Select(_ => Task.Run(async () =>
        {
            while (!Volatile.Read(ref over))
            {
                await log.TimeAsync(async () =>
                {
                    await prelude.PassAsync();
                    await sender.SendAsync();
                });
            }
        })).ToList();
        await Task.Delay(TimeSpan.FromSeconds(spec.WarmUpSeconds));

        var meter = new ProcessMeter();
        var (opened, spent) = (sender.Connections, prelude.Spent);
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        log.Begin();
        await Task.Delay(TimeSpan.FromSeconds(spec.Seconds));
        log.End();
        var wall = TimeProvider.System.GetElapsedTime(began);
        var values = meter.End();
        values["wall_ms"] = wall.TotalMilliseconds;
        values["calls"] = log.Answered;
        values["payload_bytes"] = log.Answered * (double)spec.Size;
        values["prelude_us"] = (prelude.Spent - spent).TotalMicroseconds;
        values["connections"] = sender.Connections - opened;
        Volatile.Write(ref over, true);
        await Task.WhenAll(tasks);

        if (CopyRate(payload) is { } rate)
        {
            values["copy_mb_per_second"] = rate;
        }

        return new SubjectFigures
        {
            Values = values,
            Errors = log.Errors,
            Latency = log.Latency,
            Series = [new SubjectSeries("messages_per_second", "1/s", log.Throughput)],
        };
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
