using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Metadata: headers, and trailers after success and failure.</summary>
public abstract class MetadataTests(Stack stack)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Metadata_travels_both_ways_binary_included(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel();
        var sent = Metadata(("x-text", "a b"), ("other", "not echoed"));
        sent.Add("x-raw-bin", [0, 255, 128]);
        sent.Add("x-raw-bin", []);
        using var call = channel.Start(EchoMethods.Unary, new CallOptions { Headers = sent });

        await call.WriteAsync(new EchoRequest { EchoMetadata = true });
        var headers = await call.ResponseHeadersAsync();
        (await call.ReadAllAsync().ListAsync()).Count.ShouldBe(1);

        string[] expected = ["x-raw-bin: ", "x-raw-bin: AP+A", "x-text: a b"];
        headers.Where(Ours).Select(entry => entry.ToString()).Order().ShouldBe(expected);
        call.Trailers.Where(Ours).Select(entry => entry.ToString()).Order().ShouldBe(expected);
    }

    [Fact]
    public async Task Trailers_come_with_a_failure()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        var options = new CallOptions { Headers = Metadata(("x-id", "7")) };

        var failure = await FailureAsync(() => channel.UnaryAsync(
            EchoMethods.Unary, new EchoRequest { EchoMetadata = true, StatusCode = 5, StatusDetail = "none" }, options));

        failure.Trailers.GetValue("x-id").ShouldBe("7");
    }

    // Kestrel adds headers of its own, such as the date.
    private static bool Ours(MetadataEntry entry) => entry.Key.StartsWith("x-", StringComparison.Ordinal);

    public sealed class OnKestrelByHttpClient() : MetadataTests(Stack.Framework);

    public sealed class OnNativeByNative() : MetadataTests(Stack.Native);

    public sealed class OnKestrelByNative() : MetadataTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : MetadataTests(Stack.HttpClientOnNative);
}
