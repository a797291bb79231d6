using System.Net;
using Fathom.Subjects.Blobs;
using Fathom.Transport.Client;
using Google.Protobuf;

namespace Fathom.Subjects.Client;

/// <summary>Transfers blobs over one connection with the protocol of the workload. Owned by a workload.</summary>
internal sealed class BlobTransfer : IDisposable
{
    private const int PartBytes = 65536;

    private readonly BlobSpec _spec;
    private readonly HttpClient? _http;
    private readonly HttpClientChannel? _channel;

    public BlobTransfer(BlobSpec spec)
    {
        _spec = spec;
        if (spec.Protocol is "http1" or "h2c")
        {
            var handler = new SocketsHttpHandler { UseProxy = false };
            handler.InitialHttp2StreamWindowSize = spec.StreamWindow ?? handler.InitialHttp2StreamWindowSize;
            _http = new HttpClient(handler)
            {
                BaseAddress = spec.Target,
                Timeout = Timeout.InfiniteTimeSpan,
                DefaultRequestVersion = spec.Protocol == "h2c" ? HttpVersion.Version20 : HttpVersion.Version11,
                DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
        }
        else
        {
            _channel = new HttpClientChannel(new ChannelOptions { Address = spec.Target, MaxReceiveMessageSize = null,
                InitialStreamWindow = spec.StreamWindow });
        }
    }

    /// <summary>Transfers a blob; the bytes received, or on an upload those that the server reports.</summary>
    public async Task<long> TransferAsync(int size) => _spec.Protocol switch
    {
        "http1" or "h2c" => await DownloadAsync($"{_spec.Path}?writeSize={size}"),
        "grpc-unary" => (await _channel!.UnaryAsync(BlobMethods.Get, new BlobRequest { Size = size })).Content.Length,
        "grpc-stream" => await _channel!.ServerStreamingAsync(BlobMethods.Stream, new BlobRequest { Size = size, PartSize = PartBytes })
            .Select(p => (long)p.Content.Length).SumAsync(),
        "grpc-upload" => (await _channel!.ClientStreamingAsync(BlobMethods.Put, Parts(size))).Size,
        var other => throw new FormatException(
            $"protocol '{other}' cannot be used; accepted: http1, h2c, grpc-unary, grpc-stream, grpc-upload"),
    };

    public void Dispose()
    {
        _http?.Dispose();
        _channel?.Dispose();
    }

    private async Task<long> DownloadAsync(string path)
    {
        using var response = await _http!.GetAsync(new Uri(path, UriKind.Relative), HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        await using var body = await response.Content.ReadAsStreamAsync();
        var buffer = new byte[65536];
        var total = 0L;
        while (await body.ReadAsync(buffer) is > 0 and var read)
        {
            total += read;
        }

        return total;
    }

    private static async IAsyncEnumerable<BlobPart> Parts(int size)
    {
        var content = UnsafeByteOperations.UnsafeWrap(new byte[PartBytes]);
        for (var left = size; left > 0; left -= PartBytes)
        {
            yield return new BlobPart { Content = left >= PartBytes ? content : UnsafeByteOperations.UnsafeWrap(new byte[left]) };
            await Task.CompletedTask;
        }
    }
}
