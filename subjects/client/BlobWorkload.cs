using System.Text.Json.Serialization.Metadata;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Measuring;
using Fathom.Transport.Calls;

namespace Fathom.Subjects.Client;

/// <summary>One blob, timed from its request to its last byte.</summary>
internal sealed class BlobWorkload(BlobSpec spec) : IWorkload<BlobWorkload, BlobSpec>
{
    public static string Name => "blob";

    public static string Text => "One blob, downloaded or uploaded, over HTTP/1.1, HTTP/2 or gRPC.";

    public static JsonTypeInfo<BlobSpec> SpecType => SpecContext.Default.BlobSpec;

    public static BlobWorkload Create(BlobSpec spec) => new(spec);

    /// <summary>Compiles the code of a transfer, over a connection of its own.</summary>
    public async Task WarmUpAsync()
    {
        using var transfer = new BlobTransfer(spec);
        await transfer.TransferAsync(1);
    }

    public async Task<ProcessFigures> RunAsync()
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
                throw new FormatException($"connection '{spec.Connection}' cannot be used; accepted: new, connected, warm");
        }

        var (meter, log) = (new ProcessMeter(), new CallLog(FailedCalls.StatusOf));
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            var bytes = await transfer.TransferAsync(spec.Size);
            if (bytes != spec.Size)
            {
                log.AddFailed("Incomplete");
            }
        }
        catch (RpcException e)
        {
            log.AddFailed(e.Status.StatusCode.ToString());
        }
        catch (HttpRequestException e)
        {
            log.AddFailed(e.HttpRequestError.ToString());
        }

        var wall = TimeProvider.System.GetElapsedTime(began);
        // A transfer that failed counts as well: its time is the replicate's.
        log.Add(wall);
        var values = meter.End();
        values[ReportedValues.WallTime] = wall.TotalMilliseconds;
        values[ReportedValues.Calls] = 1;
        return new ProcessFigures { Values = values, Errors = log.Errors, Latency = log.Latency };
    }
}

/// <summary>Specification of <see cref="BlobWorkload"/>.</summary>
internal sealed record BlobSpec : TargetSpec
{
    /// <summary>Bytes of the blob.</summary>
    public required int Size { get; init; }

    /// <summary><c>http1</c>, <c>h2c</c>, <c>grpc-unary</c>, <c>grpc-stream</c> or <c>grpc-upload</c>.</summary>
    public required string Protocol { get; init; }

    /// <summary>For http1 and h2c: how the server writes (<c>blobSync</c>, <c>blobAsync</c>).</summary>
    public required string Path { get; init; }

    /// <summary><c>new</c>: connecting is part of the measured time; <c>connected</c>: one byte was transferred before; <c>warm</c>: a
    /// whole blob was.</summary>
    public required string Connection { get; init; }

    /// <summary>Initial flow-control window of a stream in bytes; null for the client's default.</summary>
    public int? StreamWindow { get; init; }
}
