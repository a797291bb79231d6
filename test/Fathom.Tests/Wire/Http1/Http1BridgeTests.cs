using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http1;

/// <summary>An HTTP/2 client whose server speaks HTTP/1.1.</summary>
public sealed class Http1BridgeTests : IDisposable
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private readonly BridgedClient _pair = new();

    [Fact]
    public void A_complete_request_has_its_length_and_its_fields_without_those_of_HTTP_2()
    {
        _pair.Send("hello", ends: true);

        _pair.Exchange().ShouldBe("POST /a.B/C HTTP/1.1\r\nhost: shop.test\r\nx-y: z\r\ncontent-length: 5\r\n\r\nhello");
    }

    [Fact]
    public void A_request_that_goes_on_comes_in_chunks()
    {
        var stream = _pair.Send("", ends: false);
        _pair.Exchange().ShouldBe("POST /a.B/C HTTP/1.1\r\nhost: shop.test\r\nx-y: z\r\ntransfer-encoding: chunked\r\n\r\n");
        _pair.Write(stream, "hello hello hello", ends: false);
        _pair.Exchange().ShouldBe("11\r\nhello hello hello\r\n");
        _pair.Write(stream, "", ends: true);
        _pair.Exchange().ShouldBe("0\r\n\r\n");
    }

    [Fact]
    public void Calls_follow_each_other_on_a_connection_that_is_kept()
    {
        for (var id = 1; id < 7; id += 2)
        {
            _pair.Send("x", ends: true);
            _pair.Exchange().ShouldNotBeEmpty();
            _pair.Answer(Ok);
            _pair.Events.Ends[id].Kind.ShouldBe(Http2StreamEndKind.Completed);
            _pair.Events.Of($"header {id} ").ShouldBe([$"header {id} :status=200"]);
        }

        _pair.Events.Of("goaway").ShouldBeEmpty();
    }

    [Fact]
    public void One_call_at_a_time()
    {
        _pair.Send("x", ends: true);
        _pair.Client.CanOpenStream.ShouldBeFalse();
        _pair.Exchange();
        _pair.Answer(Ok);
        _pair.Client.CanOpenStream.ShouldBeTrue();
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", true)]
    [InlineData("HTTP/1.1 503 Full\r\nContent-Length: 0\r\n\r\n", false)]
    public void A_server_that_closes_and_a_reply_before_the_request_s_end_end_the_connection_in_order(string reply, bool ends)
    {
        _pair.Send("x", ends);
        _pair.Exchange();

        _pair.Answer(reply);

        _pair.Events.Ends[1].Code.ShouldBe(Http2ErrorCode.NoError);
        _pair.Events.Of("goaway").ShouldBe(["goaway 1 NoError"]);
        _pair.Client.CanOpenStream.ShouldBeFalse();
        _pair.Bridge.Fault.ShouldBeNull();
    }

    [Fact]
    public void A_call_that_is_cancelled_ends_the_connection_and_what_is_still_answered_is_dropped()
    {
        var stream = _pair.Send("x", ends: true);
        _pair.Exchange();
        _pair.Client.Reset(stream, Http2ErrorCode.Cancel);

        _pair.Exchange().ShouldBeEmpty();
        _pair.Answer(Ok);

        _pair.Events.Of("goaway").ShouldBe(["goaway 1 NoError"]);
        _pair.Events.Of("data").ShouldBeEmpty();
    }

    [Fact]
    public void A_reply_larger_than_every_window_arrives_as_it_is_read()
    {
        _pair.Send("x", ends: true);
        _pair.Exchange();
        const int Size = 5_000_000;

        _pair.Answer($"HTTP/1.1 200 OK\r\nContent-Length: {Size}\r\n\r\n{new string('a', Size)}");
        _pair.Received().ShouldBeLessThan(Size);
        for (var credited = 0; credited < _pair.Received(); _pair.Exchange())
        {
            var due = _pair.Received() - credited;
            credited += due;
            _pair.Client.Consume(_pair.Stream!, due);
        }

        _pair.Received().ShouldBe(Size);
        _pair.Events.Ends[1].Kind.ShouldBe(Http2StreamEndKind.Completed);
    }

    [Fact]
    public void What_is_not_HTTP_1_is_a_fault_that_names_the_section()
    {
        _pair.Send("x", ends: true);
        _pair.Exchange();
        _pair.Answer("SSH-2.0-OpenSSH\r\n");
        _pair.Bridge.Fault.ShouldBe("the server violated HTTP/1.1 (RFC 9112 section 4: no status line of HTTP/1.1)");
    }

    public void Dispose() => _pair.Dispose();
}
