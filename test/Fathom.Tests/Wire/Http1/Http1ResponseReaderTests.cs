namespace Fathom.Tests.Wire.Http1;

/// <summary>Responses of HTTP/1.1 (RFC 9112), those that no server should send included.</summary>
public class Http1ResponseReaderTests
{
    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 5\r\n\r\nhello", ":status=200; content-type=a/b", "hello", "kept")]
    [InlineData("HTTP/1.1 200\r\nA:1\r\nA: 2 \r\nContent-Length: 0\r\n\r\n", ":status=200; a=1; a=2", "", "kept")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nx: y\r\n\r\n", ":status=200",
        "hello", "kept")]
    [InlineData("HTTP/1.1 200 OK\nTransfer-Encoding: Chunked\nConnection: close\n\nA\n0123456789\n000\n\n", ":status=200",
        "0123456789", "closed")]
    [InlineData("HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 404 None\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nno",
        ":status=404", "no", "kept")]
    [InlineData("HTTP/1.1 204 Nothing\r\n\r\n", ":status=204", "", "kept")]
    [InlineData("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", ":status=200", "ok", "closed")]
    [InlineData("HTTP/1.1 200 OK\r\n\r\nuntil the end", ":status=200", "until the end", "closed", true)]
    public void A_response_is_read_in_pieces_of_any_size(string text, string head, string body, string end, bool ends = false)
    {
        foreach (var piece in new[] { 1, 2, 3, 7, int.MaxValue })
        {
            var log = ResponseLog.Read(text, piece, ends);
            log.Reader.Fault.ShouldBeNull();
            log.Lines.ShouldBe([head, body, end]);
        }
    }

    [Theory]
    [InlineData("\u0000\u0000\u0012\u0004 an HTTP/2 server\n", "4: ")]
    [InlineData("HTTP/2 200\r\n", "4: ")]
    [InlineData("HTTP/1.1 20\r\n", "4: ")]
    [InlineData("HTTP/1.1 abc\r\n", "4: ")]
    [InlineData("HTTP/1.1 099 x\r\n", "4: ")]
    [InlineData("HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n", "15.2.2 ")]
    [InlineData("HTTP/1.1 200 OK\r\nno colon\r\n", "5: ")]
    [InlineData("HTTP/1.1 200 OK\r\nname : x\r\n", "5: ")]
    [InlineData("HTTP/1.1 200 OK\r\na: x\r\n folded\r\n", "5: ")]
    [InlineData("HTTP/1.1 200 OK\r\n:status: 200\r\n", "5: ")]
    [InlineData("HTTP/1.1 200 OK\r\na b: x\r\n", "5.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\na: x\u0000y\r\n", "5.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\na: x\ry\r\n", "5.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "6.3: ")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "6.3: ")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "6.3: ")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "6.3: ")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "6.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "7.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "7.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", "7.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", "7.1: ")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab", "9.2: ")]
    public void A_violation_is_named_with_its_section(string text, string section)
    {
        foreach (var piece in new[] { 1, 5, int.MaxValue })
        {
            ResponseLog.Read(text, piece).Reader.Fault.ShouldNotBeNull().ShouldStartWith(section);
        }
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n")]
    [InlineData("HTTP/1.1 200 O")]
    public void A_response_that_is_cut_off_is_none(string text) =>
        ResponseLog.Read(text, ends: true).Reader.Fault.ShouldBe("8: the connection ended before the response was complete");

    [Theory]
    [InlineData("HTTP/1.1 200 ", "x", "")]
    [InlineData("HTTP/1.1 200 OK\r\n", "a: x\r\n", "")]
    [InlineData("", "HTTP/1.1 103 Early\r\n\r\n", "")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0", "")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a: x\r\n", "")]
    public void A_head_without_end_is_given_up(string begin, string repeated, string end) =>
        ResponseLog.Read(begin + string.Concat(Enumerable.Repeat(repeated, (70_000 / repeated.Length) + 1)) + end, 1000).Reader.Fault
            .ShouldBe("3: a head of more than 65,536 bytes");

    [Fact]
    public void Bytes_of_any_kind_end_in_a_response_or_a_fault()
    {
        var random = new Random(1);
        string[] words =
        [
            "HTTP/1.1 ", "200", " ", "\r\n", "\n", "Content-Length", ":", "Transfer-Encoding: chunked", "5", "0", "a", "\u00ff", ";", "-",
        ];
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(1, 30)).Select(_ => words[random.Next(words.Length)]));
            var (whole, parts) = (ResponseLog.Read(text, ends: true), ResponseLog.Read(text, random.Next(1, 5), ends: true));
            (whole.Reader.Fault, string.Join('|', whole.Lines)).ShouldBe((parts.Reader.Fault, string.Join('|', parts.Lines)), text);
        }
    }
}
