using System.Globalization;
using System.Text;
using Fathom.Doctor.Probes.Outside;
using Fathom.Wire.Hpack;

namespace Fathom.Tests.Doctor.Probes.Outside;

/// <summary>Whether a proxy stands before a server, by its first SETTINGS. Each line is what a real server sent.</summary>
public sealed class FingerprintTests
{
    private const string AspNetCore = "Method is unimplemented.";
    private const string Go = "unknown service ";
    private const string Core = "Method not found!";
    private const string Node = "The server does not implement the method";

    [Theory]
    [InlineData(AspNetCore, "3=100 4=786432 6=32768 8=1")]
    [InlineData(AspNetCore, "3=8 4=786432 6=32768 8=1")]
    [InlineData(Core, "4=4194303 5=4194303 6=8192 65027=1")]
    [InlineData(Go, "5=16384")]
    [InlineData(Go, "5=16384 3=4")]
    [InlineData(Node, "")]
    [InlineData(Node, "3=4")]
    public void Settings_of_the_library_come_from_no_proxy(string refusal, string settings) =>
        Of(refusal, settings).SpeaksOwnHttp2.ShouldBe(true);

    [Theory]
    [InlineData(AspNetCore, "8=1 3=100")]
    [InlineData(AspNetCore, "3=128 4=65536 5=16777215")]
    [InlineData(AspNetCore, "3=100 4=65535 9=1 8=1")]
    [InlineData(Core, "8=1 3=100")]
    [InlineData(Go, "3=100 4=65535 9=1 8=1")]
    [InlineData(Node, "8=1 3=100")]
    [InlineData(Node, "3=128 4=65536 5=16777215")]
    public void Settings_of_HAProxy_nginx_and_nghttpx_are_not_those_of_the_library(string refusal, string settings) =>
        Of(refusal, settings).SpeaksOwnHttp2.ShouldBe(false);

    // Go's own server sends these, which serves gRPC calls of grpc-go, too.
    [Theory]
    [InlineData(Go, "5=1048576 3=250 6=1048896 1=4096 4=1048576")]
    [InlineData(AspNetCore, "5=1048576 3=250 6=1048896 1=4096 4=1048576")]
    [InlineData("I am a teapot", "3=100")]
    [InlineData(null, "3=100 4=786432 6=32768 8=1")]
    public void What_may_be_either_is_not_told(string? refusal, string settings) => Of(refusal, settings).SpeaksOwnHttp2.ShouldBeNull();

    private static Fingerprint Of(string? refusal, string settings)
    {
        var payload = settings.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(s => s.Split('=')).SelectMany(s =>
        {
            var (id, value) = (ushort.Parse(s[0], CultureInfo.InvariantCulture), uint.Parse(s[1], CultureInfo.InvariantCulture));
            return (byte[])[(byte)(id >> 8), (byte)id, (byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value];
        });
        var seen = new Fingerprint();
        seen.Read([.. payload]);
        var fields = new ProbeFields();
        if (refusal is not null)
        {
            fields.OnHeader(new HeaderField(
                "grpc-message"u8, Encoding.ASCII.GetBytes(refusal), default, FieldSyntax.Valid, 0, false));
        }

        seen.Read(fields, isNoOp: true);
        return seen;
    }
}
