using System.Text;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>
/// The field lists of calls, derived like their content. Few names and few values, some of them new each time, so that tables fill, are hit
/// and evict; rarely a list larger than a frame.
/// </summary>
internal static class CallFields
{
    private static readonly byte[][] Names = [.. Enumerable.Range(0, 6).Select(i => Encoding.ASCII.GetBytes($"x-field-{i}"))];
    private static readonly byte[][] Paths = [.. Enumerable.Range(0, 3)
        .Select(i => Encoding.ASCII.GetBytes($"/package.Service/Method{i}"))];

    public static HeaderList Fill(HeaderList list, WorldShape shape, int streamId, FieldBlockKind kind)
    {
        list.Clear();
        var fromClient = kind == FieldBlockKind.Request;
        var plan = MessagePlan.Of(shape, streamId, fromClient);
        var hash = Content.Mix(Content.Key(shape.Seed, streamId, fromClient) + 10 + (ulong)kind);
        switch (kind)
        {
            case FieldBlockKind.Request:
                list.Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, Paths[hash % 3]).Add(":authority"u8, "a"u8);
                break;
            case FieldBlockKind.Response:
                list.Add(":status"u8, "200"u8);
                break;
            case FieldBlockKind.Informational:
                list.Add(":status"u8, "103"u8);
                break;
            default:
                list.Add("grpc-status"u8, "0"u8, HeaderIndexing.NoIndex);
                break;
        }

        if (plan.DeclaresLength && kind is FieldBlockKind.Request or FieldBlockKind.Response)
        {
            AddLength(list, plan.Length);
        }

        AddMore(list, hash, mayBeHuge: shape.LargestChunk > 1000);
        return list;
    }

    private static void AddLength(HeaderList list, int length)
    {
        Span<byte> digits = stackalloc byte[10];
        length.TryFormat(digits, out var written);
        list.Add("content-length"u8, digits[..written], HeaderIndexing.NoIndex);
    }

    private static void AddMore(HeaderList list, ulong hash, bool mayBeHuge)
    {
        Span<byte> value = stackalloc byte[600];
        var isHuge = mayBeHuge && hash % 97 == 0;
        var count = isHuge ? 40 : (int)((hash >> 8) % 4);
        for (var i = 0; i < count; i++)
        {
            hash = Content.Mix(hash);
            var isCommon = (hash & 1) == 0 && !isHuge;
            var length = isHuge ? 600 : isCommon ? 6 : (int)((hash >> 8) % 60);
            for (var at = 0; at < length; at++)
            {
                value[at] = (byte)('a' + (isCommon ? (hash >> 16) % 4 : Content.Mix(hash + (ulong)(at >> 2)) % 26));
            }

            list.Add(Names[(hash >> 32) % 6], value[..length], (HeaderIndexing)((hash >> 40) % 3));
        }
    }
}
