using System.Collections.Concurrent;
using System.Text;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Client.Native;

/// <summary>The header fields of requests (gRPC doc/PROTOCOL-HTTP2.md, "Requests"): one template per method, and the fields of each call.
/// Owned by one channel.</summary>
internal sealed class RequestHeaders(NativeChannelOptions channel, string acceptedEncodings)
{
    private readonly ConcurrentDictionary<string, HeaderTemplate> _templates = new();
    private readonly HeaderList _fields = new();

    public HeaderTemplate Get(Method method) => _templates.TryGetValue(method.FullPath, out var template)
        ? template
        : _templates.GetOrAdd(method.FullPath, CreateTemplate);

    /// <summary>Inside: the additional fields of a call with this <c>grpc-encoding</c> (null: none), or null. Valid until the next
    /// call.</summary>
    public HeaderList? Get(in CallOptions options, string? encoding)
    {
        if (options.Deadline is null && options.Headers is not { Count: > 0 } && encoding is null)
        {
            return null;
        }

        _fields.Clear();
        if (encoding is not null)
        {
            Add(GrpcHeaders.Encoding, encoding, HeaderIndexing.Index);
        }

        if (options.Deadline is { } deadline)
        {
            Add(GrpcHeaders.Timeout, TimeoutEncoding.Encode(deadline.Remaining), HeaderIndexing.NoIndex);
        }

        for (var i = 0; i < options.Headers?.Count; i++)
        {
            var entry = options.Headers[i];
            if (entry.Key != CompressionRequestMetadata.Key)
            {
                Add(entry.Key, entry.WireValue, entry.Key == "authorization" ? HeaderIndexing.NeverIndex : entry.IsBinary
                    ? HeaderIndexing.NoIndex : HeaderIndexing.Index);
            }
        }

        return _fields;
    }

    private void Add(string name, string value, HeaderIndexing indexing) =>
        _fields.Add(Encoding.ASCII.GetBytes(name), Encoding.ASCII.GetBytes(value.Trim(' ')), indexing);

    /// <summary>The fields of every request for a path.</summary>
    public static HeaderList Common(NativeChannelOptions channel, string path)
    {
        var server = channel.Endpoint();
        var fields = new HeaderList()
            .Add(":method"u8, "POST"u8)
            .Add(":scheme"u8, Encoding.ASCII.GetBytes(server.Scheme))
            .Add(":path"u8, Encoding.ASCII.GetBytes(path))
            .Add(":authority"u8, Encoding.ASCII.GetBytes(server.Authority));
        _ = channel.Protocol == WireProtocol.Grpc
            ? fields.Add("content-type"u8, Encoding.ASCII.GetBytes(GrpcContentType.Value)).Add("te"u8, "trailers"u8)
            : fields.Add("content-type"u8, Encoding.ASCII.GetBytes(GrpcContentType.Web)).Add("x-grpc-web"u8, "1"u8);
        return fields.Add("user-agent"u8, Encoding.ASCII.GetBytes(UserAgent.Of(channel)));
    }

    private HeaderTemplate CreateTemplate(string path) => new(Common(channel, path)
        .Add("grpc-accept-encoding"u8, Encoding.ASCII.GetBytes(acceptedEncodings)));
}
