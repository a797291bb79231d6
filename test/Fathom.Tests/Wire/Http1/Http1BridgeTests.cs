using System.Text;
using Fathom.Tests.Wire.Http2;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http1;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http1;

/// <summary>An HTTP/2 client whose server speaks HTTP/1.1.</summary>
public sealed class Http1BridgeTests : IDisposable
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private readonly RecordedEvents _events = new();
    private readonly Http2Connection _client;
    private readonly Http1Bridge _bridge = new();
    private Http2Stream? _stream;

    public Http1BridgeTests()
    {
        _client = new Http2Connection(Http2Role.Client, Http2Options.Default with { AssumedMaxConcurrentStreams = 1 }, _events);
        _bridge.Start(0);
        _client.Start(0);
        Exchange().ShouldBeEmpty("nothing is said to the server before the first request");
    }

    [Fact]
    public void A_complete_request_has_its_length_and_its_fields_without_those_of_HTTP_2()
    {
        Send("hello", ends: true);

        Exchange().ShouldBe("POST /a.B/C HTTP/1.1\r\nhost: shop.test\r\nx-y: z\r\ncontent-length: 5\r\n\r\nhello");
    }

    [Fact]
    public void A_request_that_goes_on_comes_in_chunks()
    {
        var stream = Send("", ends: false);
        Exchange().ShouldBe("POST /a.B/C HTTP/1.1\r\nhost: shop.test\r\nx-y: z\r\ntransfer-encoding: chunked\r\n\r\n");
        Write(stream, "hello hello hello", ends: false);
        Exchange().ShouldBe("11\r\nhello hello hello\r\n");
        Write(stream, "", ends: true);
        Exchange().ShouldBe("0\r\n\r\n");
    }

    [Fact]
    public void Calls_follow_each_other_on_a_connection_that_is_kept()
    {
        for (var id = 1; id < 7; id += 2)
        {
            Send("x", ends: true);
            Exchange().ShouldNotBeEmpty();
            Answer(Ok);
            _events.Ends[id].Kind.ShouldBe(Http2StreamEndKind.Completed);
            _events.Of($"header {id} ").ShouldBe([$"header {id} :status=200"]);
        }

        _events.Of("goaway").ShouldBeEmpty();
    }

    [Fact]
    public void One_call_at_a_time()
    {
        Send("x", ends: true);
        _client.CanOpenStream.ShouldBeFalse();
        Exchange();
        Answer(Ok);
        _client.CanOpenStream.ShouldBeTrue();
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", true)]
    [InlineData("HTTP/1.1 503 Full\r\nContent-Length: 0\r\n\r\n", false)]
    public void A_server_that_closes_and_a_reply_before_the_request_s_end_end_the_connection_in_order(string reply, bool ends)
    {
        Send("x", ends);
        Exchange();

        Answer(reply);

        _events.Ends[1].Code.ShouldBe(Http2ErrorCode.NoError);
        _events.Of("goaway").ShouldBe(["goaway 1 NoError"]);
        _client.CanOpenStream.ShouldBeFalse();
        _bridge.Fault.ShouldBeNull();
    }

    [Fact]
    public void A_call_that_is_cancelled_ends_the_connection_and_what_is_still_answered_is_dropped()
    {
        var stream = Send("x", ends: true);
        Exchange();
        _client.Reset(stream, Http2ErrorCode.Cancel);

        Exchange().ShouldBeEmpty();
        Answer(Ok);

        _events.Of("goaway").ShouldBe(["goaway 1 NoError"]);
        _events.Of("data").ShouldBeEmpty();
    }

    [Fact]
    public void A_reply_larger_than_every_window_arrives_as_it_is_read()
    {
        Send("x", ends: true);
        Exchange();
        const int Size = 5_000_000;

        Answer($"HTTP/1.1 200 OK\r\nContent-Length: {Size}\r\n\r\n{new string('a', Size)}");
        Received().ShouldBeLessThan(Size);
        for (var credited = 0; credited < Received(); Exchange())
        {
            var due = Received() - credited;
            credited += due;
            _client.Consume(_stream!, due);
        }

        Received().ShouldBe(Size);
        _events.Ends[1].Kind.ShouldBe(Http2StreamEndKind.Completed);
    }

    [Fact]
    public void What_is_not_HTTP_1_is_a_fault_that_names_the_section()
    {
        Send("x", ends: true);
        Exchange();
        Answer("SSH-2.0-OpenSSH\r\n");
        _bridge.Fault.ShouldBe("the server violated HTTP/1.1 (RFC 9112 section 4: no status line of HTTP/1.1)");
    }

    public void Dispose()
    {
        _bridge.Dispose();
        _client.Dispose();
    }

    private int Received() => _events.Of("data").Sum(l => int.Parse(l.Split(' ')[2], System.Globalization.CultureInfo.InvariantCulture));

    private Http2Stream Send(string data, bool ends)
    {
        var fields = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/a.B/C"u8)
            .Add(":authority"u8, "shop.test"u8).Add("te"u8, "trailers"u8).Add("x-y"u8, "z"u8);
        _stream = _client.TryOpenStream(null, fields, endStream: false).ShouldNotBeNull();
        if (data.Length > 0 || ends)
        {
            Write(_stream, data, ends);
        }

        return _stream;
    }

    private void Write(Http2Stream stream, string data, bool ends) =>
        _client.TryWriteData(stream, Encoding.ASCII.GetBytes(data), ends).ShouldBe(data.Length);

    private void Answer(string text)
    {
        _bridge.ReceiveFromServer(Encoding.ASCII.GetBytes(text));
        Exchange();
    }

    /// <summary>Passes bytes between client and bridge until both are silent. What the server receives of it.</summary>
    private string Exchange()
    {
        var buffer = new byte[4096];
        for (var moved = true; moved;)
        {
            moved = false;
            while (!_client.Output.IsEmpty)
            {
                var front = _client.Output.Front.ToArray();
                _bridge.ReceiveFromClient(front, 0);
                _client.AdvanceOutput(front.Length);
                moved = true;
            }

            for (int count; (count = _bridge.TakeForClient(buffer)) > 0; moved = true)
            {
                _client.Receive(buffer.AsSpan(0, count), 0);
            }
        }

        var said = Encoding.ASCII.GetString(_bridge.ToServer.WrittenSpan);
        _bridge.ToServer.Clear();
        return said;
    }
}
