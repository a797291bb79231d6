using Fathom.FunctionalTests.Interop.Discovery;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli.Refusals;

/// <summary>What newcomers write, and what they read then: which input, what was found, what is accepted, and what to do.</summary>
public sealed class RefusalTests
{
    private const string Unary = "fathom.echo.Echo/Unary";

    [Theory]
    [InlineData("""{"payload":"aGk=",}""", "not JSON: a comma stands before the closing bracket; leave it out")]
    [InlineData("""{payload:"aGk="}""", "'p' is an invalid start of a property name; the name of a field stands in double quotes, which "
        + "shells take away unless single quotes are around all")]
    [InlineData("", "--data: the value is empty; give one, or leave it out")]
    public async Task Data_that_is_no_message(string data, string message)
    {
        await using var host = await DescribedHost.StartAsync("native", "proto");

        await RefusesAsync(message, "call", host.Address.Authority, Unary, "-d", data);
    }

    [Fact]
    public async Task The_name_of_a_file_without_its_sign()
    {
        await using var host = await DescribedHost.StartAsync("native", "proto");
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("request.json");
        await File.WriteAllTextAsync(file, "{}");

        await RefusesAsync($"not JSON: '/' is an invalid start of a value; there is a file of this name: give it as @{file}", "call",
            host.Address.Authority, Unary, "-d", file);
    }

    [Fact]
    public async Task A_service_where_a_method_belongs()
    {
        await using var host = await DescribedHost.StartAsync("native", "proto");

        await RefusesAsync("'fathom.echo.Echo' is a service; accepted: one of its methods, such as fathom.echo.Echo/Unary (methods: Unary, "
            + "ClientStream, ServerStream, DuplexStream)", "call", host.Address.Authority, "fathom.echo.Echo");
    }

    [Theory]
    [InlineData("x-key-bin: !!", "--metadata: the value of 'x-key-bin' is not base64; accepted: bytes in base64, because the name ends in "
        + "-bin")]
    [InlineData("x key: 1", "--metadata: 'x key' cannot be sent: ")]
    public Task Metadata_that_cannot_be_sent(string metadata, string message) =>
        RefusesAsync(message, "call", "http://127.0.0.1:1", Unary, "--data-format", "hex", "-H", metadata);

    [Fact]
    public Task A_method_before_the_target() => RefusesAsync("TARGET: 'fathom.echo.Echo/Unary' is not an address; accepted: host:port, "
        + "http://host:port (no TLS), https://host:port, unix:PATH; it stands before METHOD", "call", Unary, "localhost:5000");

    [Fact]
    public Task A_rate_by_the_name_of_others() =>
        RefusesAsync("-r is the rate, in calls a second", "load", "localhost:5000", "--call", Unary, "--rate", "10");

    [Fact]
    public async Task A_file_without_certificates()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.PathOf("ca.pem"), "none");

        await RefusesAsync($"--cacert: '{folder.PathOf("ca.pem")}' cannot be used: it has no certificate; accepted: a file of PEM "
            + "certificates", "list", "https://127.0.0.1:1", "--cacert", folder.PathOf("ca.pem"));
    }

    private static async Task RefusesAsync(string message, params string[] arguments)
    {
        var run = await FathomRun.OfAsync(arguments);

        run.Error.ShouldContain(message);
        (run.ExitCode, run.Output).ShouldBe((2, ""));
    }
}
