using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport;

/// <summary>Pages beside the calls: what a GET gets, frame by frame.</summary>
public abstract class PageTests(Stack stack)
{
    private static readonly byte[] Large = Messages.Pattern(50_000);

    [Fact]
    public async Task A_page_is_headers_and_data_without_trailers()
    {
        await using var host = await StartAsync();
        using var peer = await RawClient.ConnectAsync(host.Address);

        var head = await peer.AskAsync(1, "GET", "/large?from=1&to=2");

        head.ShouldBe([(":status", "200"), ("content-type", "text/from=1&to=2"), ("content-length", "50000"),
            ("cache-control", "no-store")], ignoreOrder: true);
        peer.DataBytes.ShouldBe(50_000);
    }

    [Fact]
    public async Task HEAD_gets_the_same_headers_and_no_data()
    {
        await using var host = await StartAsync();
        using var peer = await RawClient.ConnectAsync(host.Address);

        var head = await peer.AskAsync(1, "HEAD", "/large");

        head.ShouldContain((":status", "200"));
        head.ShouldContain(("content-length", "50000"));
        peer.DataBytes.ShouldBe(0);
    }

    [Theory]
    [InlineData("GET", "/fathom.echo.Echo/Unary", "405", "POST")]
    [InlineData("GET", "/nowhere", "405", "POST")]
    [InlineData("DELETE", "/large", "405", "GET, HEAD")]
    public async Task What_is_neither_a_page_nor_a_call_is_told_what_is_accepted(string method, string path, string status, string allow)
    {
        await using var host = await StartAsync();
        using var peer = await RawClient.ConnectAsync(host.Address);

        var head = await peer.AskAsync(1, method, path);

        head.ShouldContain((":status", status));
        head.ShouldContain(("allow", allow));
    }

    [Fact]
    public async Task A_page_that_throws_is_500_and_logged_and_the_connection_goes_on()
    {
        var log = new LineLogger();
        await using var host = await StartAsync(log);
        using var peer = await RawClient.ConnectAsync(host.Address);

        (await peer.AskAsync(1, "GET", "/failing")).ShouldContain((":status", "500"));
        (await peer.AskAsync(3, "GET", "/large")).ShouldContain((":status", "200"));

        log.Lines.ShouldBe(["Error: /failing failed"]);
        log.Exceptions.Single().Message.ShouldBe("no page today");
    }

    [Theory]
    [InlineData("health")]
    [InlineData("/health?now")]
    [InlineData("")]
    public void A_page_without_a_path_is_refused(string path) => Should.Throw<ArgumentException>(() => new GrpcDispatcher(
        [], new ServerOptions { Pages = new Dictionary<string, PageHandler> { [path] = _ => default } })).Message.ShouldContain(
            $"'{path}' is not a path of a page");

    private Task<EchoHost> StartAsync(LineLogger? log = null) => stack.StartAsync(options: new ServerOptions
    {
        LoggerFactory = log,
        Pages = new Dictionary<string, PageHandler>
        {
            ["/large"] = request => new(new PageResponse(200, $"text/{request.Query}", Large)),
            ["/failing"] = _ => throw new InvalidDataException("no page today"),
        },
    });

    public sealed class OnKestrel() : PageTests(Stack.Framework);

    public sealed class OnNative() : PageTests(Stack.Native);
}
