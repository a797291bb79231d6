using System.Net;
using System.Net.Sockets;

namespace Fathom.Plants;

/// <summary>
/// A slow and a fast service behind a balancer of connections: each new connection goes to the next service, and stays there. Prints the
/// balancer's address, and ends with its standard input.
/// </summary>
internal static class BalancedServices
{
    public static async Task RunAsync()
    {
        await using var slow = await new PlantServer(new(() => Task.Delay(25))).StartAsync(IPAddress.Loopback);
        await using var fast = await new PlantServer(new(() => Task.Delay(3))).StartAsync(IPAddress.Loopback);
        Uri[] services = [new(slow.Urls.First()), new(fast.Urls.First())];
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var ends = new CancellationTokenSource();
        var balancing = BalanceAsync(listener, services, ends.Token);
        Console.WriteLine($"http://{listener.LocalEndpoint}");
        await Console.In.ReadToEndAsync(CancellationToken.None);
        await ends.CancelAsync();
        await balancing;
    }

    private static async Task BalanceAsync(TcpListener listener, Uri[] services, CancellationToken end)
    {
        List<Task> carried = [];
        for (var i = 0; !end.IsCancellationRequested; i++)
        {
            try
            {
                carried.Add(CarryAsync(await listener.AcceptTcpClientAsync(end), services[i % services.Length], end));
            }
            catch (OperationCanceledException)
            {
                break;
            }
        }

        await Task.WhenAll(carried);
    }

    private static async Task CarryAsync(TcpClient accepted, Uri service, CancellationToken end)
    {
        using var client = accepted;
        using var server = new TcpClient { NoDelay = true };
        client.NoDelay = true;
        await server.ConnectAsync(service.Host, service.Port, end);
        using var one = CancellationTokenSource.CreateLinkedTokenSource(end);
        var up = CopyAsync(client, server, one.Token);
        var down = CopyAsync(server, client, one.Token);
        await Task.WhenAny(up, down);
        await one.CancelAsync();
        await Task.WhenAll(up, down);
    }

    // A side that ends or resets its connection ends the other's.
    private static async Task CopyAsync(TcpClient from, TcpClient to, CancellationToken end)
    {
        try
        {
            await from.GetStream().CopyToAsync(to.GetStream(), end);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            return;
        }
    }
}
