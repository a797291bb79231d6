using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>Begins the ending of a world: shuts ends down, cuts the link, or lets an end abort.</summary>
internal static class WorldEndings
{
    public static void Begin(WorldShape shape, Endpoint client, Endpoint server, SimulatedPipe up, SimulatedPipe down, Random random)
    {
        switch (shape.Ending)
        {
            case WorldEnding.ClientShutdown:
                Shutdown(client);
                break;
            case WorldEnding.ServerShutdown:
                Shutdown(server);
                break;
            case WorldEnding.ServerShutdownAtOnce:
                Shutdown(server);
                server.Engine.CompleteShutdown();
                break;
            case WorldEnding.BothShutdown:
                Shutdown(client);
                Shutdown(server);
                break;
            case WorldEnding.Lost:
                up.Cut(random.Next(up.Length + 1));
                down.Cut(random.Next(down.Length + 1));
                break;
            case WorldEnding.ClientAborts:
                Abort(client);
                break;
            case WorldEnding.ServerAborts:
                Abort(server);
                break;
            default:
                break;
        }
    }

    private static void Shutdown(Endpoint end)
    {
        end.ShutdownBegun = true;
        end.Engine.BeginShutdown();
    }

    private static void Abort(Endpoint end)
    {
        end.WasAborted = true;
        end.Engine.Abort(Http2ErrorCode.InternalError, "The transport aborts.");
    }
}
