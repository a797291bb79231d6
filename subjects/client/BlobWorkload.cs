using Fathom.Statistics.Histograms;
using Fathom.Subjects.Protocol;
using Fathom.Transport.Calls;

namespace Fathom.Subjects.Client;

/// <summary>One blob, timed from its request to its last byte.</summary>
internal static class BlobWorkload
{
    /// <summary>Has everything compiled that a transfer needs, over a connection of its own.</summary>
    public static async Task WarmUpAsync(BlobSpec spec)
    {
        using var transfer = new BlobTransfer(spec);
        await transfer.TransferAsync(1);
    }

    public static async Task<SubjectFigures> RunAsync(BlobSpec spec)
    {
        using var transfer = new BlobTransfer(spec);
        switch (spec.Connection)
        {
            case "new":
                break;
            case "connected":
                await transfer.TransferAsync(1);
                break;
            case "warm":
                await transfer.TransferAsync(spec.Size);
                break;
            default:
                throw new InvalidOperationException($"'{spec.Connection}' is no state of a connection; 'new', 'connected' and 'warm' are.");
        }

        var (meter, errors, latency) = (new ProcessMeter(), new Dictionary<string, int>(), new LatencyHistogram());
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            var bytes = await transfer.TransferAsync(spec.Size);
            if (bytes != spec.Size)
            {
                errors["Incomplete"] = 1;
            }
        }
        catch (RpcException e)
        {
            errors[e.Status.StatusCode.ToString()] = 1;
        }
        catch (HttpRequestException e)
        {
            errors[e.HttpRequestError.ToString()] = 1;
        }

        var wall = TimeProvider.System.GetElapsedTime(began);
        latency.Record(wall);
        var values = meter.End();
        values["wall_ms"] = wall.TotalMilliseconds;
        values["calls"] = 1;
        return new SubjectFigures { Values = values, Errors = errors,
            Latency = [.. latency.Buckets().Select(b => new[] { b.UpTo.TotalMicroseconds, b.Count })] };
    }
}
