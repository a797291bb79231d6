using System.Net;
using Fathom.FunctionalTests.Cli;
using Fathom.Subjects.Blobs;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Subjects;

/// <summary>The subject <c>blob</c>: one port, HTTP/1.1, h2c and gRPC, and the same bytes over each.</summary>
public class BlobTests(ServedSubjects subjects)
{
    private const int Size = 300_000;

    [Theory]
    [InlineData("kestrel")]
    [InlineData("httpsys-model")]
    public async Task The_same_bytes_come_over_every_protocol_and_way_to_write(string host)
    {
        Requires.Present(TestPrerequisites.Linux);
        var address = await subjects.AddressAsync("blob", "--host", host);
        var expected = await GetAsync(address, "blobSync", HttpVersion.Version11);
        expected.Length.ShouldBe(Size);
        expected.Distinct().Count().ShouldBe(256, "random bytes");
        foreach (var version in new[] { HttpVersion.Version11, HttpVersion.Version20 })
        {
            (await GetAsync(address, "blobSync", version)).ShouldBe(expected);
            (await GetAsync(address, "blobAsync", version)).ShouldBe(expected);
        }

        using var channel = new HttpClientChannel(new ChannelOptions { Address = address });
        (await channel.UnaryAsync(BlobMethods.Get, new BlobRequest { Size = Size })).Content.ToByteArray().ShouldBe(expected);
        var parts = await channel.ServerStreamingAsync(BlobMethods.Stream, new BlobRequest { Size = Size, PartSize = 70_000 })
            .ToListAsync();
        parts.Select(p => p.Content.Length).ShouldBe([70_000, 70_000, 70_000, 70_000, 20_000]);
        (await channel.ClientStreamingAsync(BlobMethods.Put, parts.ToAsyncEnumerable())).Size.ShouldBe(Size);
    }

    [Theory]
    [InlineData("4096")]
    [InlineData("65536")]
    [InlineData("65536-reflection")]
    public async Task Segments_of_every_size_carry_the_whole_blob(string segment)
    {
        Requires.Present(TestPrerequisites.Linux);
        var address = await subjects.AddressAsync("blob", "--host", "httpsys-model", "--segment", segment);
        (await GetAsync(address, "blobSync", HttpVersion.Version11)).Length.ShouldBe(Size);
    }

    [Theory]
    [InlineData("blobSync?writeSize=0", HttpStatusCode.BadRequest,
        "writeSize '0' cannot be used; accepted: 1 to 67108864, as a number or with k or M")]
    [InlineData("blobAsync?writeSize=1T", HttpStatusCode.BadRequest, "writeSize '1T' cannot be used")]
    [InlineData("blob", HttpStatusCode.NotFound, "there is /blobSync?writeSize=1M")]
    public async Task What_is_no_blob_is_said(string path, HttpStatusCode status, string start)
    {
        using var client = new HttpClient();
        using var response = await client.GetAsync(new Uri(await subjects.AddressAsync("blob", "--host", "kestrel"), path));
        response.StatusCode.ShouldBe(status);
        (await response.Content.ReadAsStringAsync()).ShouldStartWith(start);
    }

    [Fact]
    public async Task HTTP_sys_is_exit_3_where_there_is_none()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "has HTTP.sys");
        foreach (var host in new[] { "httpsys", "httpsys-buffered" })
        {
            var run = await FathomRun.OfAsync("serve", "blob", "--host", host);
            run.ExitCode.ShouldBe(3);
            run.Error.ShouldContain(
                $"--host {host} is HTTP.sys, a part of Windows, and this is not Windows; --host httpsys-model behaves as it does on "
                + "Linux.");
        }
    }

    [Fact]
    public async Task Segments_of_another_host_are_refused()
    {
        var run = await FathomRun.OfAsync("serve", "blob", "--host", "kestrel", "--segment", "65536");
        run.ExitCode.ShouldBe(2);
        run.Error.ShouldContain(
            "--segment '65536' cannot be used with --host kestrel, whose segments are its own; accepted: --host httpsys-model.");
    }

    private static async Task<byte[]> GetAsync(Uri address, string path, Version version)
    {
        using var client = new HttpClient { DefaultRequestVersion = version, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        using var response = await client.GetAsync(new Uri(address, $"{path}?writeSize={Size}"));
        response.Version.ShouldBe(version);
        return await response.Content.ReadAsByteArrayAsync();
    }
}
