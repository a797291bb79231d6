using System.Collections.Concurrent;
using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Subjects.Download;

/// <summary>Carries out <c>fathom.download.Downloads</c>. One instance serves all calls; a payload is made with its first
/// download.</summary>
public sealed class DownloadService
{
    private readonly ConcurrentDictionary<string, IReadOnlyList<Candidate>> _whole = new();
    private readonly ConcurrentDictionary<string, IReadOnlyList<Candidate>> _records = new();

    /// <summary>The service, for a host.</summary>
    public ServiceDefinition Definition() => new ServiceBuilder(DownloadMethods.Service)
        .ServerStreaming(DownloadMethods.DownloadAllCv, DownloadAsync)
        .WithDescriptors(DownloadReflection.Descriptor)
        .Build();

    private async ValueTask DownloadAsync(Empty request, ResponseWriter<Candidate> candidates, ServerCallContext context)
    {
        IReadOnlyList<Candidate> messages;
        try
        {
            var options = DownloadOptions.Of(context.RequestHeaders);
            context.ResponseCompression = options.Compression;
            messages = options.Shape switch
            {
                "one" => _whole.GetOrAdd(options.Payload, static name => [Message(1, Payloads.Create(name).Bytes)]),
                "stream" => _records.GetOrAdd(options.Payload,
                    static name => [.. Payloads.Create(name).Records().Select((record, i) => Message(i + 1, record))]),
                _ => throw new FormatException($"There is no shape '{options.Shape}'; accepted: one, stream."),
            };
        }
        catch (FormatException e)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument, e.Message), inner: e);
        }
        catch (IOException e)
        {
            throw new RpcException(new Status(StatusCode.FailedPrecondition, e.Message), inner: e);
        }

        foreach (var message in messages)
        {
            await candidates.WriteAsync(message);
        }
    }

    private static Candidate Message(int id, ReadOnlyMemory<byte> content) =>
        new() { Id = id, Content = UnsafeByteOperations.UnsafeWrap(content) };
}
