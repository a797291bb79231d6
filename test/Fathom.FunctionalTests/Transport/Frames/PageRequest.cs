using System.Text;
using Fathom.TestKit;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Requests for pages, frame by frame.</summary>
internal static class PageRequest
{
    /// <summary>Requests a page and waits for the end of its response.</summary>
    /// <returns>The fields of the response, without those that each server adds of its own.</returns>
    public static async Task<List<(string Name, string Value)>> AskAsync(
        this RawConnection peer, int streamId, string method, string path)
    {
        var fields = GrpcBytes.Block([(":method", method), (":scheme", "http"), (":path", path), (":authority", "x")]);
        await peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders | FrameFlag.EndStream, streamId, fields).FlushAsync();
        await Eventually.HoldsAsync(
            () => peer.Frames().Exists(f => f.Header.StreamId == streamId && f.Header.Type is Http2FrameType.Headers or Http2FrameType.Data
                && f.Header.Has(FrameFlag.EndStream)),
            "the end of the response");
        peer.Frames().Count(f => f.Header.StreamId == streamId && f.Header.Type == Http2FrameType.Headers)
            .ShouldBe(1, "a page has no trailers");

        // The table goes on from stream to stream.
        var decoder = new HpackDecoder();
        var sink = new Fields();
        foreach (var block in peer.Frames().Where(f => f.Header.Type == Http2FrameType.Headers))
        {
            sink.All.Clear();
            decoder.Decode(block.Payload, sink).ShouldBe(HpackFault.None);
        }

        return [.. sink.All.Where(f => f.Name is not ("date" or "server"))];
    }

    private sealed class Fields : IHeaderSink
    {
        public List<(string Name, string Value)> All { get; } = [];

        public void OnHeader(in HeaderField field) => All.Add(
            (Encoding.ASCII.GetString(field.Name), Encoding.ASCII.GetString(field.Value)));
    }
}
