using System.Net;
using System.Net.Sockets;
using Fathom.Machines.Kernel;
using Fathom.TestKit;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Machines.Kernel;

/// <summary>Answers of the kernel's socket diagnostics: real ones, and what is no answer.</summary>
public sealed class SocketDiagnosticsTests
{
    [Fact]
    public async Task The_bytes_of_an_own_connection_are_those_that_were_sent_to_it()
    {
        if (SocketDiagnostics.Read() is null)
        {
            Assert.Skip("needs Linux with socket diagnostics (sock_diag)");
        }

        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, TestContext.Current.CancellationToken);
        using var server = await listener.AcceptTcpClientAsync(TestContext.Current.CancellationToken);
        await server.GetStream().WriteAsync(new byte[12_345], TestContext.Current.CancellationToken);
        await client.GetStream().ReadExactlyAsync(new byte[12_345], TestContext.Current.CancellationToken);

        var own = ProcessSockets.TcpOf(Environment.ProcessId).ShouldNotBeNull();
        var connection = own.Where(c => c.Counts?.BytesReceived == 12_345).ShouldHaveSingleItem();
        (Plain(connection.Local), Plain(connection.Remote)).ShouldBe(
            (Plain((IPEndPoint)client.Client.LocalEndPoint!), (IPEndPoint)listener.LocalEndpoint));
        connection.Counts!.RoundTripUs.ShouldBeInRange(1u, 1_000_000u);
        connection.Counts.PacketsIn.ShouldBeGreaterThan(0u);
        own.ShouldContain(c => c.State == TcpConnectionState.Listening && c.Local.Equals(listener.LocalEndpoint));
        using var other = ChildProcess.Start("sleep", "60");
        ProcessSockets.TcpOf(other.Id).ShouldNotBeNull().ShouldBeEmpty("these are another process's");
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task The_kernels_answer_and_its_table_name_the_same_sockets(string address)
    {
        if (SocketDiagnostics.Read() is null)
        {
            Assert.Skip("needs Linux with socket diagnostics (sock_diag)");
        }

        using var listener = new TcpListener(IPAddress.Parse(address), 0);
        listener.Start();
        using var client = new TcpClient(listener.LocalEndpoint.AddressFamily);
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, TestContext.Current.CancellationToken);

        // Other tests open and close sockets meanwhile.
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        string[] Named(IEnumerable<TcpConnection> all) =>
        [
            .. all.Where(c => c.Inode > 0 && (c.Local.Port == port || c.Remote.Port == port))
                .Select(c => $"{c with { Counts = null }}").Order(),
        ];
        var named = Named(SocketDiagnostics.Read()!);
        named.ShouldBe(Named(TcpTable.OfNetworkOf(Environment.ProcessId)));
        named.Length.ShouldBeGreaterThanOrEqualTo(2, "a listener and a client");
    }

    [Fact]
    public void Whatever_comes_in_place_of_an_answer_ends_the_reading() => Prop.ForAll<byte[]>(bytes =>
    {
        List<TcpConnection> found = [];
        Should.NotThrow(() => SocketDiagnostics.Parse(bytes, found));
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(2, null)]
    [InlineData(3, false)]
    [InlineData(18, true)]
    public void An_error_and_the_end_are_told_from_a_message(ushort kind, bool? more)
    {
        byte[] message = [.. BitConverter.GetBytes(16), .. BitConverter.GetBytes(kind), .. new byte[10]];
        List<TcpConnection> found = [];
        SocketDiagnostics.Parse(message, found).ShouldBe(more);
        found.ShouldBeEmpty("a message without a body is none");
    }

    private static IPEndPoint Plain(IPEndPoint end) =>
        end.Address.IsIPv4MappedToIPv6 ? new IPEndPoint(end.Address.MapToIPv4(), end.Port) : end;
}
