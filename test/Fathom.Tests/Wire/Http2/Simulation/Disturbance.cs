namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>What an end does besides its calls: other windows, PING, resets out of the blue. Owned by one <see cref="World"/>.</summary>
internal sealed class Disturbance(WorldShape shape, Random random)
{
    public int Left { get; private set; } = shape.Disturbances;

    private int Window => WorldShape.Window(random, shape.SmallestWindow);

    public void Disturb(Endpoint end, long now)
    {
        Left--;
        var open = end.Active.Where(call => call.Outcome is null).ToList();
        switch (random.Next(6))
        {
            case 0:
                Announce(end, Window, now);
                break;
            case 1:
                end.Tally.Count(Happening.ConnectionRetargeted);
                end.ConnectionTarget = Window;
                end.Engine.SetConnectionReceiveWindowTarget(end.ConnectionTarget);
                break;
            case 2:
                var opaque = (ulong)random.Next();
                if (end.Pings.Add(opaque))
                {
                    end.Tally.Count(Happening.Ping);
                    end.Engine.SendPing(opaque);
                }

                break;
            case 3 when open.Count > 0 && shape.ResetsPerMille > 0:
                end.Reset(open[random.Next(open.Count)]);
                break;
            case >= 4 when open.Count > 0:
                Retarget(end, open[random.Next(open.Count)], Window);
                break;
            default:
                break;
        }
    }

    /// <summary>Opens every window an end has closed, so that whatever still hangs then is the engine's fault. Leaves all others
    /// alone.</summary>
    public void OpenClosedWindows(Endpoint end, long now)
    {
        Left = 0;
        if (end.Windows.Last == 0)
        {
            Announce(end, shape.SmallestWindow, now);
        }

        if (end.ConnectionTarget == 0)
        {
            end.ConnectionTarget = shape.SmallestWindow;
            end.Engine.SetConnectionReceiveWindowTarget(end.ConnectionTarget);
        }

        foreach (var call in end.Active.Where(call => call.Outcome is null && call.Target == 0).ToList())
        {
            Retarget(end, call, shape.SmallestWindow);
        }
    }

    private static void Announce(Endpoint end, int window, long now)
    {
        end.Tally.Count(Happening.InitialWindowChanged);
        end.Windows.Announce(window);
        end.Engine.SetInitialStreamWindow(window, now);
    }

    private static void Retarget(Endpoint end, CallSide call, int window)
    {
        end.Tally.Count(Happening.StreamRetargeted);
        call.Target = window;
        end.Engine.SetReceiveWindowTarget(call.Stream!, window);
    }
}
