using Fathom.Studies.Running;

namespace Fathom.Tests.Studies.Running;

public class PrivateNamesTests
{
    private static readonly PrivateNames Names = new("alice", "build-7", "/home/alice", "/data/My Projects/fathom/");

    [Theory]
    [InlineData("cannot read '/srv/keys/server.pem'", "cannot read '<path>/server.pem'")]
    [InlineData("in /home/alice/src/Program.cs:line 7", "in <path>/src/Program.cs:line 7")]
    [InlineData("in /data/My Projects/fathom/a.dll", "in <path>/a.dll")]
    [InlineData("cannot read ~/.ssh/id", "cannot read <path>/id")]
    [InlineData("PATH=/usr/bin:/home/alice/bin", "PATH=<path>/bin:<path>/bin")]
    [InlineData("disk full:/srv/data/store.bin", "disk full:<path>/store.bin")]
    [InlineData("   at A.B() in /srv/My Projects/a b.cs:line 7", "   at A.B() in <path>/a b.cs:line 7")]
    [InlineData(@"   at A.B() in D:\My Projects\server\a.cs:line 7", @"   at A.B() in <path>\a.cs:line 7")]
    [InlineData("File \"/srv/My Projects/tool.py\", line 3", "File \"<path>/tool.py\", line 3")]
    [InlineData(@"cannot read 'C:\Some Body\key.pem'", @"cannot read '<path>\key.pem'")]
    [InlineData("see file:///opt/fathom/log.txt.", "see <path>")]
    [InlineData(@"cannot read 'C:\Users\Alice\key.pem'", @"cannot read '<path>\key.pem'")]
    [InlineData(@"cannot read \\server\share\key.pem", @"cannot read <path>\key.pem")]
    [InlineData("host build-7 refused alice (Alice)", "host <machine> refused <user> (<user>)")]
    public void Folders_user_and_machine_are_removed(string text, string expected) => Names.RemoveFrom(text).ShouldBe(expected);

    [Theory]
    [InlineData("http://127.0.0.1:5000/fathom.echo.Echo/Unary answered 404")]
    [InlineData("fathom.echo.Echo/Unary: System.InvalidOperationException: asked to crash")]
    [InlineData("/dev/net/tun cannot be opened; /proc/sys/net/ipv4 is read-only")]
    [InlineData(
        "   at Fathom.Subjects.Echo.EchoService.Fail(EchoRequest request) in /fathom/subjects/Echo/EchoService.cs:line 111")]
    [InlineData("alice-springs; malice, build-70, 12 req/s, text/plain, and/or")]
    public void The_rest_stays(string text) => Names.RemoveFrom(text).ShouldBe(text);

    [Fact]
    public void Names_that_name_nobody_stay() =>
        new PrivateNames("root", "localhost").RemoveFrom("the root certificate of localhost").ShouldBe("the root certificate of localhost");
}
