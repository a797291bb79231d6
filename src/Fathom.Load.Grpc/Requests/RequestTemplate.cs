using System.Text;
using Fathom.Transport.Client.Native;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;

namespace Fathom.Load.Grpc.Requests;

/// <summary>The header fields that all calls of a method have: after the first call of a connection each is a few bytes of
/// HPACK that are copied (RFC 7541 section 6.1).</summary>
internal static class RequestTemplate
{
    /// <summary>Those of each method, in the order of a mix.</summary>
    public static IReadOnlyList<HeaderTemplate> All(GrpcLoadTarget target) =>
        target.Mix.Count == 0 ? [Create(target, target.Path)] : [.. target.Mix.Select(m => Create(target, m.Path))];

    private static HeaderTemplate Create(GrpcLoadTarget target, string path)
    {
        var fields = RequestHeaders.Common(target.Server, path);
        if (target.Server.Compression.Codec is { } codec)
        {
            // Servers may answer in the encoding of the request, also where the client does not accept it.
            fields.Add("grpc-encoding"u8, Encoding.ASCII.GetBytes(codec.Encoding))
                .Add("grpc-accept-encoding"u8, Encoding.ASCII.GetBytes(codec.Encoding));
        }

        if (target.Deadline is { } deadline)
        {
            fields.Add("grpc-timeout"u8, Encoding.ASCII.GetBytes(TimeoutEncoding.Encode(deadline)));
        }

        foreach (var entry in target.Metadata)
        {
            fields.Add(Encoding.ASCII.GetBytes(entry.Key), Encoding.ASCII.GetBytes(entry.WireValue.Trim(' ')),
                entry.Key == "authorization" ? HeaderIndexing.NeverIndex : HeaderIndexing.Index);
        }

        return new HeaderTemplate(fields);
    }
}
